import type { Config } from '../../core/config.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { Db } from '../../db/types.ts'
import { requestTimeStamp, type TimeStamp } from '../../outside/time-stamp.ts'
import type { LogCheckpoint } from './audit-log.service.ts'
import { findTimeStamp, insertTimeStamp } from './log/log-tree.queries.ts'

interface StampPlace {
  db: Db
  config: Pick<Config, 'timeStampUrl'>
}

/**
 * Returns the time stamp of a checkpoint: the stored one, or else a new one from the installation's time-stamping service. Undefined if there is no
 * stored one and the installation has no such service. Opens its own transactions, so it must not be called inside one.
 * @throws TimeStampError
 */
export async function stampCheckpoint(
  { db, config: { timeStampUrl } }: StampPlace,
  customerId: number,
  { size, note }: Pick<LogCheckpoint, 'size' | 'note'>,
): Promise<TimeStamp | undefined> {
  const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
  const known = await withCustomer(db, scope, 'read only', (tx) => findTimeStamp(tx, size))
  if (known || timeStampUrl === undefined) return known
  const made = await requestTimeStamp(timeStampUrl, note)
  // If another process has stored a time stamp in the meantime, that one is kept, so the stored time stamp is read and returned.
  return withCustomer(db, scope, 'read write', async (tx) => {
    await insertTimeStamp(tx, { size, ...made })
    return findTimeStamp(tx, size)
  })
}
