// Transparency logs: RFC 6962 trees, and the text formats of C2SP (signed-note, tlog-checkpoint, tlog-proof).
import { expect, hex, sha256, utf8 } from './bytes.js'

const base64 = (/** @type {Uint8Array} */ bytes) => btoa(String.fromCharCode(...bytes))

/** @param {string} line */
export function bytesOf(line) {
  const bytes = Uint8Array.from(/^[\w+/=]*$/.test(line) ? atob(line) : '', (sign) => sign.charCodeAt(0))
  expect(base64(bytes) === line, 'The proof is damaged: a hash in it is not encoded correctly.')
  return bytes
}

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right)

/** The hash of a leaf. @param {Uint8Array} leaf */
export const leafHash = (leaf) => sha256(Uint8Array.of(0), leaf)

/**
 * Computes the root from the hash of a leaf and its path (RFC 9162, section 2.1.3.2). @param {number} index @param {number} size @param {Uint8Array}
 * leaf @param {Uint8Array[]} path
 */
export function rootOfPath(index, size, leaf, path) {
  expect(index >= 0 && index < size && [leaf, ...path].every(({ length }) => length === 32), 'The proof is damaged.')
  let [at, last, root] = [index, size - 1, leaf]
  for (const hash of path) {
    expect(last > 0, 'The proof is damaged: it has too many hashes.')
    const isRight = at % 2 === 1 || at === last
    root = isRight ? nodeHash(hash, root) : nodeHash(root, hash)
    if (isRight) while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  expect(last === 0, 'The proof is damaged: it has too few hashes.')
  return root
}

/** Reads a C2SP verifier key. @param {string} line */
export function readKey(line) {
  const [, name, id, typed] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/=]+)$/.exec(line) ?? []
  expect(name && id && typed, 'The public key cannot be read.')
  const bytes = bytesOf(typed)
  expect(bytes.length === 33 && bytes[0] === 1, 'The public key is not an Ed25519 key.')
  expect(hex(sha256(utf8.encode(`${name}\n`), bytes).subarray(0, 4)) === id, 'The public key does not match its name.')
  return { name, id, bytes: bytes.slice(1), print: hex(sha256(bytes.slice(1))).slice(0, 32) }
}

/**
 * Returns the text of a C2SP `signed-note`, which must have exactly one signature, by this key.
 *
 * @param {string} note
 * @param {ReturnType<typeof readKey>} key
 */
export async function openNote(note, key) {
  const [, body, name, signed] = /^([\s\S]+\n)\n— (\S+) ([\w+/=]+)\n$/.exec(note) ?? []
  expect(body && signed, 'The checkpoint is damaged.')
  const signature = bytesOf(signed)
  const isNamed = name === key.name && hex(signature.subarray(0, 4)) === key.id && signature.length === 68
  expect(isNamed, 'The checkpoint was signed with a different key from the one in the pack.')
  const ours = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify']).catch(() => undefined)
  expect(ours, 'This program cannot verify Ed25519 signatures. Use a current browser, or Node 20 or newer.')
  const isOurs = await crypto.subtle.verify('Ed25519', ours, signature.subarray(4), utf8.encode(body))
  expect(isOurs, 'The signature of the checkpoint is wrong: it was changed, or another key made it.')
  return body
}

/**
 * Verifies and reads a C2SP `tlog-checkpoint`. The log that it belongs to must have the key's name. @param {string} note @param {ReturnType<typeof
 * readKey>} key
 */
export async function openCheckpoint(note, key) {
  const [, origin, size, root] = /^([^\s+]+)\n(0|[1-9]\d{0,15})\n([\w+/=]+)\n$/.exec(await openNote(note, key)) ?? []
  expect(origin === key.name && size && root, 'The checkpoint is damaged.')
  return { size: Number(size), root: bytesOf(root) }
}

/** Reads a C2SP `tlog-proof` that contains its leaf as extra data. @param {string} proof */
export function readProof(proof) {
  const [, extra, index, path, note] =
    /^c2sp\.org\/tlog-proof@v1\nextra ([\w+/=]+)\nindex (0|[1-9]\d{0,15})\n((?:[\w+/=]+\n)*)\n([\s\S]+)$/.exec(proof) ?? []
  expect(extra && index && path !== undefined && note, 'The proof is damaged: its format is not valid.')
  return { leaf: bytesOf(extra), index: Number(index), path: path.split('\n').slice(0, -1).map(bytesOf), note }
}
