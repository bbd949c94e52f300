import { type Secrets, sameBytes } from '../../../core/secrets.ts'
import type { SystemTx } from '../../../db/types.ts'
import { type FailedSignIn, listFailures } from './attempt.queries.ts'

/** Used as the previous hash of the first failed sign-in in the chain, which has no predecessor. */
export const NO_FAILURE = Buffer.alloc(32)

/** The hash of a failed sign-in and its predecessor. It is keyed, so access to the database alone is not enough to make it. */
export function failureHash(secrets: Secrets, previous: Buffer, failure: Omit<FailedSignIn, 'hash'>): Buffer {
  const { at, accountKey, address, reason, loginId } = failure
  const text = JSON.stringify([at.toISOString(), address, reason, loginId])
  return secrets.mac('failed sign-in', previous.toString('hex'), accountKey.toString('hex'), text)
}

export interface FailuresVerified {
  /** Number of rows with the right hash, counted from the oldest row up to the first wrong one. */
  intact: number
  /** Id of the first row whose hash is wrong; null if all hashes are right. */
  brokenId: number | null
  /** The last row whose hash is right, for comparison with a copy kept elsewhere; null if there is none. */
  newest: { id: number; hash: string } | null
}

const PIECE = 5000

/** Recomputes the hash of each failed sign-in: a row that was changed, added or removed breaks the chain. */
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
