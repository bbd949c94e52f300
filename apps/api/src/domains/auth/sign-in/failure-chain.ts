import { type Secrets, sameBytes } from '../../../core/secrets.ts'
import type { SystemTx } from '../../../db/types.ts'
import { type Failure, listFailures } from './try.queries.ts'

/** What the first failure follows. */
export const NO_FAILURE = Buffer.alloc(32)

/** The hash of a failed sign-in over itself and the one before. It is keyed: who has the database alone cannot make it. */
export function failureHash(secrets: Secrets, previous: Buffer, failure: Omit<Failure, 'hash'>): Buffer {
  const { at, accountKey, address, reason, loginId } = failure
  const text = JSON.stringify([at.toISOString(), address, reason, loginId])
  return secrets.mac('failed sign-in', previous.toString('hex'), accountKey.toString('hex'), text)
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

/** Makes the hash of every failed sign-in anew: one that was changed, added or taken away breaks the chain. */
export async function verifyFailures(tx: SystemTx, secrets: Secrets): Promise<FailuresVerified> {
  let intact = 0
  let last: { id: number; hash: Buffer } = { id: 0, hash: NO_FAILURE }
  const named = () => (last.id ? { id: last.id, hash: last.hash.toString('hex') } : null)
  for (;;) {
    const rows = await listFailures(tx, last.id, PIECE)
    for (const row of rows) {
      if (!sameBytes(row.hash, failureHash(secrets, last.hash, row))) return { intact, brokenId: row.id, newest: named() }
      intact += 1
      last = row
    }
    if (rows.length < PIECE) return { intact, brokenId: null, newest: named() }
  }
}
