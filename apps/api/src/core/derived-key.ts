import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** An Ed25519 key pair. `seed` and `publicKey` have 32 bytes (RFC 8032). */
export interface DerivedKey {
  privateKey: KeyObject
  seed: Buffer
  publicKey: Buffer
}

/** The Ed25519 key for one purpose. It is derived from SECRET_KEY, so all copies of the server have the same one, and none is stored anywhere. */
export function deriveKey(secrets: Secrets, purpose: string): DerivedKey {
  const seed = secrets.mac(purpose)
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { privateKey, seed, publicKey }
}
