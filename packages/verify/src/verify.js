// Verifies a Seriatim pack (docs/packs.md) from its bytes alone: no dependency, no network, no trust in a name or a length. For browsers and Node 20.
import { expect, hex, Refused, same, sha256, text, utf8 } from './bytes.js'
import { bytesOf, leafHash, openCheckpoint, readKey, readProof, rootOfPath } from './proof.js'
import { Sha256 } from './sha256.js'
import { chunks, collect, contentOf, isTailMade, listEntries, MOST_TEXT } from './zip.js'

/** @import { Report, Source } from '../types/verify.js' */
/** @import { Entry } from './zip.js' */
/** @typedef {{ name: string, bytes: number, sha256: string }} PackFile */

const TRAIL = '14-audit/trail.ndjson'
const CHECKPOINT = '14-audit/checkpoint.txt'
const NAME = /^(?!(?:.*\/)?\.+(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
const shown = (/** @type {unknown} */ value) => JSON.stringify(String(value).slice(0, 200)).slice(1, -1)

/** A source that reads from a blob. @type {(blob: Blob) => Source} */
export const fromBlob = (blob) => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
})

/** Checks the chain from the signing key to the manifest: the key signed the checkpoint, the checkpoint covers the audit row, and the row has the manifest's hash. @param {Uint8Array} bytes @param {string} proofText @param {Report} report @param {string | undefined} given */
async function checkManifest(bytes, proofText, report, given) {
  const manifest = JSON.parse(text(bytes))
  expect(manifest.format === 'seriatim-pack' && manifest.version === 1, 'The manifest has a different format.')
  const { customer, madeAt, madeBy, preset, files } = manifest
  report.about = {
    customer: shown(customer.name),
    madeAt: shown(madeAt),
    madeBy: shown(madeBy),
    preset: shown(preset),
    files: files.length,
  }
  const key = readKey(manifest.key)
  report.fingerprint = key.print.replace(/.{4}(?=.)/g, '$& ')
  const wanted = given?.replaceAll(/\s/g, '')
  const named = wanted?.includes('+') ? readKey(wanted) : undefined
  expect(!wanted || (named?.print ?? wanted.toLowerCase()) === key.print, 'The pack was signed with a different key from the one you gave.')
  expect(!named || named.name === key.name, `The key that you gave belongs to the log ${named?.name}, but the pack belongs to ${key.name}.`)
  const { leaf, index, path, note } = readProof(proofText)
  const { size, root } = await openCheckpoint(note, key)
  expect(same(rootOfPath(index, size, leafHash(leaf), path), root), 'The proof does not match its checkpoint.')
  expect(key.name.endsWith(`/customer/${customer.id}`), 'The log belongs to a different customer than the pack.')
  const [id, seconds, , action, , , detail] = JSON.parse(text(leaf))
  expect(detail.manifestSha256 === hex(sha256(bytes)), 'The manifest was changed, or the proof belongs to another pack.')
  const at = new Date(seconds * 1000).toISOString()
  report.proven.push(
    `The manifest of this pack is in the audit trail of ${report.about.customer} (customer ${shown(customer.id)}): row ${shown(id)}, ${shown(action)}, written ${at}, entry ${index + 1} of the ${size} that the checkpoint signs.`,
  )
  return { manifest, key, size }
}

/** Checks each row of the trail against the checkpoint. @param {AsyncIterable<Uint8Array>} stream @param {{ size: number, root: Uint8Array }} signed */
async function* checkTrail(stream, { size, root }, counted = { rows: 0 }) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { leaf, index, hashes } = JSON.parse(line)
      expect(
        same(rootOfPath(index, size, leafHash(utf8.encode(leaf)), hashes.map(bytesOf)), root),
        `Row ${counted.rows + 1} of ${TRAIL} is not in the signed log.`,
      )
      counted.rows += 1
    }
    yield chunk
  }
  expect(rest === '', `${TRAIL} was truncated.`)
}

/** @type {typeof import('../types/verify.js').verifyPack} */
export async function verifyPack(source, { key: given, onProgress } = {}) {
  /** @type {Report} */
  const report = { isProven: false, about: null, fingerprint: null, proven: [], notProven: [], faults: [] }
  const { proven, notProven, faults } = report
  /** @param {unknown} error @param {string} sentence */
  const fault = (error, sentence) => faults.push(error instanceof Refused ? error.message : sentence)
  try {
    const { entries, start } = await listEntries(source)
    const [listed, proofEntry] = entries.slice(-2)
    expect(listed?.name === 'manifest.json' && proofEntry?.name === 'manifest.tlog-proof', 'The manifest or its proof is missing.')
    const manifestBytes = await collect(contentOf(source, listed), MOST_TEXT)
    const proofBytes = await collect(contentOf(source, proofEntry), MOST_TEXT)
    const trusted = await checkManifest(manifestBytes, text(proofBytes), report, given).catch(
      (error) => void fault(error, 'The manifest or its proof is damaged.'),
    )
    const { files = [], prefix, checkpoint, gaps = [] } = trusted?.manifest ?? JSON.parse(text(manifestBytes))
    await checkFiles(source, entries.slice(0, -2), files, { checkpoint, key: trusted?.key, most: trusted?.size ?? 0, report, onProgress })
    const hash = new Sha256()
    for await (const chunk of chunks(source, 0, listed.offset)) hash.update(chunk)
    if (listed.offset !== prefix.bytes || hex(hash.digest()) !== prefix.sha256)
      faults.push('Bytes before the manifest were changed, added, removed or moved.')
    else if (!(await isTailMade(source, entries, start, manifestBytes, proofBytes)))
      faults.push('The end of the zip (its directory, or the data around the manifest) was changed.')
    else if (!faults.length)
      proven.push(`All ${files.length} files are what was packed, byte for byte, and nothing was added, removed or moved.`)
    for (const gap of gaps) notProven.push(`The pack itself lists this as missing: ${shown(gap.text)}`)
  } catch (error) {
    fault(error, 'The pack is damaged: it cannot be read to the end.')
  }
  if (given && report.fingerprint && !faults.length) proven.push('The signature was made with the key that you provided.')
  else if (report.fingerprint)
    notProven.push(
      `To confirm who signed, compare the key’s fingerprint, ${report.fingerprint}, with the one that the pharmacy gives you separately, for example by phone.`,
    )
  notProven.push(
    'That what people entered is true. A row proves that it was in the trail when the checkpoint was signed, and that nothing before it has changed since.',
  )
  report.isProven = faults.length === 0
  if (!report.isProven) proven.length = 0
  return report
}

/** Reports each file that differs from the manifest. @param {Source} source @param {Entry[]} entries @param {PackFile[]} files @param {{ checkpoint: unknown, key: ReturnType<typeof readKey> | undefined, most: number, report: Report, onProgress: ((share: number) => void) | undefined }} about */
async function checkFiles(source, entries, files, { checkpoint, key, most, report: { proven, faults }, onProgress }) {
  const there = new Map(entries.map((entry) => [entry.name, entry]))
  const wanted = new Map(files.map((file) => [file.name, file]))
  for (const { name } of files) if (!there.has(name)) faults.push(`${shown(name)} is missing.`)
  for (const { name } of entries) if (!wanted.has(name)) faults.push(`${shown(name)} was added: the manifest does not list it.`)
  expect(there.size === entries.length && wanted.size === files.length, 'Two files have the same name.')
  expect(
    files.every(({ name }) => NAME.test(name)),
    'A file has a name that is not allowed in a pack.',
  )
  const signed = typeof checkpoint === 'string' && key ? await openCheckpoint(checkpoint, key) : undefined
  expect(!signed || signed.size <= most, 'The checkpoint of the trail is newer than the one of the manifest.')
  for (const [at, { name, bytes, sha256: sum }] of files.entries()) {
    const entry = there.get(name)
    if (!entry) continue
    const [hash, counted] = [new Sha256(), { rows: 0 }]
    try {
      const content = contentOf(source, { ...entry, bytes })
      for await (const chunk of name === TRAIL && signed ? checkTrail(content, signed, counted) : content) hash.update(chunk)
    } catch (error) {
      if (error instanceof Refused) faults.push(error.message)
    }
    if (hash.bytes !== bytes || hex(hash.digest()) !== sum) faults.push(`${shown(name)} was changed.`)
    else if (entries[at]?.name !== name) faults.push(`${shown(name)} is not at the position at which it was packed.`)
    else if (name === CHECKPOINT && sum !== hex(sha256(utf8.encode(String(checkpoint)))))
      faults.push(`${CHECKPOINT} is not the checkpoint of the manifest.`)
    else if (counted.rows && signed) proven.push(`${counted.rows} rows of the audit trail are in the signed log of ${signed.size}.`)
    onProgress?.(entry.offset / source.size)
  }
  expect(!there.has(TRAIL) || signed || !key, 'The trail has no checkpoint.')
}
