import type { Secrets } from '../../../core/secrets.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { makeSigner } from './checkpoint.ts'
import { findCheckpoint, findLogCheck, findNewestCheckpoint } from './log-tree.queries.ts'
import { LogTree } from './log-tree.ts'
import { isConsistent, listConsistency } from './merkle.ts'

export interface LogChecked {
  fromSize: number
  toSize: number
  /** Why the log cannot be trusted; null if it continues the log that was last checked. */
  fault: string | null
}

/**
 * Checks that the newest checkpoint continues the one that was checked last, and that the root hashes of both can still be computed from the log's
 * tree. Returns undefined before the first checkpoint. Reads only a few tiles, even if the log is long.
 */
export async function checkLog(
  tx: CustomerTx,
  { customerId, secrets }: { customerId: number; secrets: Secrets },
): Promise<LogChecked | undefined> {
  const newest = await findNewestCheckpoint(tx)
  const last = await findLogCheck(tx)
  if (!newest) return last && { fromSize: last.toSize, toSize: 0, fault: `The log had ${last.toSize} lines but now has no checkpoint.` }
  // After a fault, the next comparison starts at the same older checkpoint again, so that the fault is reported until it is gone.
  const fromSize = last ? (last.fault === null ? last.toSize : last.fromSize) : newest.size
  const checked = { fromSize, toSize: newest.size }
  const older = fromSize === newest.size ? newest : await findCheckpoint(tx, fromSize)
  if (!older || fromSize > newest.size)
    return { ...checked, fault: `The checkpoint of ${fromSize} lines is missing; the newest checkpoint covers ${newest.size}.` }
  const signer = makeSigner(secrets, customerId)
  if (newest.key !== signer.key) return { ...checked, fault: 'The newest checkpoint was not signed with this server’s key.' }
  if (newest.note !== signer.sign(newest.size, newest.root))
    return { ...checked, fault: 'The newest checkpoint differs from the one that this server signed.' }
  const [root, ...proof] = await new LogTree(tx).roots([[0, newest.size], ...listConsistency(fromSize, newest.size)])
  const isWhole = root?.equals(newest.root) && proof.every((hash) => hash !== undefined)
  if (
    !isWhole ||
    !isConsistent(
      older,
      newest,
      proof.filter((hash) => hash !== undefined),
    )
  )
    return { ...checked, fault: `The first ${newest.size} lines no longer match what was signed.` }
  return { ...checked, fault: null }
}
