import { hash, sign } from 'node:crypto'
import { deriveKey } from '../../../core/derived-key.ts'
import type { Secrets } from '../../../core/secrets.ts'

const ED25519 = 1

/** Signs the checkpoints of one customer's log. */
export interface LogSigner {
  /** Name of the log and of the key that signs it. It contains part of the public key's hash and the customer's id. */
  origin: string
  /** Public key as a C2SP verifier key. */
  key: string
  sign(size: number, root: Buffer): string
}

/**
 * The keys are derived from SECRET_KEY, so that all instances of the server have the same keys and access to the database alone is not enough to
 * sign.
 */
function readKeys(secrets: Secrets) {
  const { privateKey, publicKey } = deriveKey(secrets, 'audit log key')
  return { privateKey, publicKey, print: hash('sha256', publicKey, 'hex') }
}

/** First half of the SHA-256 of the public key, in groups of four, as the verifying program shows it. */
export function logFingerprint(secrets: Secrets): string {
  return (readKeys(secrets).print.slice(0, 32).match(/.{4}/g) ?? []).join(' ')
}

/** Makes a signer, which writes a C2SP `signed-note` with a `tlog-checkpoint` in it. */
export function makeSigner(secrets: Secrets, customerId: number): LogSigner {
  const { privateKey, publicKey, print } = readKeys(secrets)
  const origin = `seriatim/${print.slice(0, 16)}/customer/${customerId}`
  const typed = Buffer.concat([Buffer.of(ED25519), publicKey])
  const keyId = hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), typed]), 'buffer').subarray(0, 4)
  return {
    origin,
    key: `${origin}+${keyId.toString('hex')}+${typed.toString('base64')}`,
    sign(size, root) {
      const text = `${origin}\n${size}\n${root.toString('base64')}\n`
      const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)])
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`
    },
  }
}

/** A C2SP `tlog-proof` of a leaf; the leaf's text is the proof's extra data. */
export function writeProof(leaf: string, index: number, path: readonly Buffer[], note: string): string {
  const hashes = path.map((one) => `${one.toString('base64')}\n`).join('')
  return `c2sp.org/tlog-proof@v1\nextra ${Buffer.from(leaf).toString('base64')}\nindex ${index}\n${hashes}\n${note}`
}
