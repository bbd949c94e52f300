import { createHash } from 'node:crypto'
import type { Secrets } from '../../core/secrets.ts'

/** Used as the previous hash of the first seal, which has no predecessor. */
export const NO_SEAL = Buffer.alloc(32)

export interface SealOf {
  era: number
  afterXid: string
  beforeXid: string
  previousHash: Buffer
}

/**
 * The keyed hash of a seal. It covers the seal's lines (each serialized as one stable text), the previous seal's hash, the customer and the bounds of
 * the range. Because it is keyed, access to the database alone is not enough to forge it.
 */
export function sealHash(secrets: Secrets, customerId: number, seal: SealOf, lines: readonly string[]): Buffer {
  const { era, afterXid, beforeXid, previousHash } = seal
  const digest = createHash('sha256')
  for (const line of lines) digest.update(line)
  return secrets.mac('audit seal', customerId, era, afterXid, beforeXid, lines.length, previousHash.toString('hex'), digest.digest('hex'))
}

/** Returns a short id of the key with which this server computes seals. It does not reveal the key. */
export function sealKeyId(secrets: Secrets): Buffer {
  return secrets.mac('audit seal key').subarray(0, 8)
}
