import { createHash } from 'node:crypto'
import type { SystemTx } from '../../db/types.ts'
import { type Secrets, sameBytes } from '../../secrets.ts'
import { type Failure, listFailures } from './try.queries.ts'

/** How new links are made: an HMAC. Links of version 1 are a bare SHA-256, from before there was a key. */
export const KEYED = 2

/** What the first failure follows. */
export const NO_FAILURE = Buffer.alloc(32)

/** The hash of a failed sign-in over itself and the one before. */
export function failureHash(secrets: Secrets, previous: Buffer, failure: Omit<Failure, 'hash'>): Buffer {
  const { at, accountKey, address, reason, loginId, version } = failure
  const text = JSON.stringify([at.toISOString(), address, reason, loginId])
  if (version === KEYED) return secrets.mac('failed sign-in', previous.toString('hex'), accountKey.toString('hex'), text)
  return createHash('sha256').update(previous).update(accountKey).update(text).digest()
}

export interface FailuresVerified {
  /** So many fit. */
  intact: number
  /** The first that does not; null when all fit. */
  brokenId: number | null
  /** What a copy elsewhere can be compared with; null when there is none that fits. */
  newest: { id: number; hash: string } | null
}

const PIECE = 5000

/** Makes the hash of every failed sign-in anew: one that was changed, added or taken away breaks the chain. Behind a keyed one only keyed ones follow. */
export async function verifyFailures(tx: SystemTx, secrets: Secrets): Promise<FailuresVerified> {
  let intact = 0
  let last: { id: number; hash: Buffer; version: number } = { id: 0, hash: NO_FAILURE, version: 0 }
  const named = () => (last.id ? { id: last.id, hash: last.hash.toString('hex') } : null)
  for (;;) {
    const rows = await listFailures(tx, last.id, PIECE)
    for (const row of rows) {
      const fits = row.version >= last.version && sameBytes(row.hash, failureHash(secrets, last.hash, row))
      if (!fits) return { intact, brokenId: row.id, newest: named() }
      intact += 1
      last = row
    }
    if (rows.length < PIECE) return { intact, brokenId: null, newest: named() }
  }
}
