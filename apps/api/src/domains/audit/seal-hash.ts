import { createHash } from 'node:crypto'
import type { Secrets } from '../../core/secrets.ts'

/** The predecessor of the first seal. */
export const NO_SEAL = Buffer.alloc(32)

export interface SealOf {
  era: number
  afterXid: string
  beforeXid: string
  previousHash: Buffer
}

/**
 * The hash of a seal over its lines (each one stable text), its predecessor, the customer and the bounds of its range. It is keyed, so access to the
 * database alone is not enough to make it.
 */
export function sealHash(secrets: Secrets, customerId: number, seal: SealOf, lines: readonly string[]): Buffer {
  const { era, afterXid, beforeXid, previousHash } = seal
  const digest = createHash('sha256')
  for (const line of lines) digest.update(line)
  return secrets.mac('audit seal', customerId, era, afterXid, beforeXid, lines.length, previousHash.toString('hex'), digest.digest('hex'))
}

/** Identifies the key of this server's seals. */
export function sealKeyId(secrets: Secrets): Buffer {
  return secrets.mac('audit seal key').subarray(0, 8)
}
