import { createHash } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'

/** How new seals are made: an HMAC. Seals of version 1 are a bare SHA-256, from before there was a key. */
export const KEYED = 2

/** What the first seal of a chain follows. */
export const NO_SEAL = Buffer.alloc(32)

export interface SealOf {
  version: number
  era: number
  afterXid: string
  beforeXid: string
  previousHash: Buffer
}

/**
 * The hash of a seal over its lines, each one stable text, and the seal before. A keyed one also covers whose trail it is and where its range
 * begins and ends, and cannot be made by who has the database alone.
 */
export function sealHash(secrets: Secrets, customerId: number, seal: SealOf, lines: readonly string[]): Buffer {
  const { version, era, afterXid, beforeXid, previousHash } = seal
  const digest = createHash('sha256').update(previousHash)
  for (const line of lines) digest.update(line)
  const bare = digest.digest()
  if (version !== KEYED) return bare
  return secrets.mac('audit seal', customerId, era, afterXid, beforeXid, lines.length, previousHash.toString('hex'), bare.toString('hex'))
}

/** Names the key of this server's seals. */
export function sealKeyId(secrets: Secrets): Buffer {
  return secrets.mac('audit seal key').subarray(0, 8)
}
