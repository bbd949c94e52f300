import type { Ok } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { HOUR_MS, toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { findZone } from '../../location/location.joins.ts'
import { findProgress, lockProgress, replaceMonth } from './month.queries.ts'
import { readMonthFacts } from './month-facts.service.ts'
import { addToMonth, RETAINED_MONTHS, spanOfMonth } from './months.rules.ts'
import { tallyMonth } from './tally.rules.ts'
import { listMisplacedMonths, listTouchedMonths } from './touched.queries.ts'

/**
 * A change has the time at which its transaction started, so it may be committed long after that time. Each search for changes therefore overlaps the
 * previous search.
 */
const OVERLAP_MS = 6 * HOUR_MS

/**
 * Computes again the months whose figures may have changed since the last run and, once a day, the current and the previous month. All other months
 * keep their rows.
 *
 * @returns the months that were computed.
 */
export async function refreshScorecards(tx: CustomerTx, now: Date): Promise<string[]> {
  const timeZone = await findZone(tx)
  const current = toDay(now, timeZone).slice(0, 7)
  const first = addToMonth(current, 1 - RETAINED_MONTHS)
  const progress = await findProgress(tx)
  await lockProgress(tx, now)
  const since = progress ? new Date(progress.checkedUntil.getTime() - OVERLAP_MS) : new Date(0)
  const isNewDay = !progress || toDay(progress.checkedUntil, timeZone) !== toDay(now, timeZone)
  const months = new Set([
    ...(await listTouchedMonths(tx, since, { timeZone, first })),
    ...(await listMisplacedMonths(tx, { timeZone, first })),
    ...(isNewDay ? [addToMonth(current, -1), current] : []),
  ])
  // Includes the next month, because another location's calendar can be a day ahead.
  for (const month of [...months].filter((one) => one <= addToMonth(current, 1)).sort()) await computeMonth(tx, month, { timeZone, now })
  return [...months].sort()
}

async function computeMonth(tx: CustomerTx, month: string, { timeZone, now }: { timeZone: string; now: Date }): Promise<void> {
  const { orders, failed, returns } = await readMonthFacts(tx, spanOfMonth(month, timeZone))
  await replaceMonth(tx, month, tallyMonth(orders, failed, returns), now)
}

/** Queues the computation of the scorecards for the caller's customer, so that the page shows the newest figures within seconds. */
export async function requestRefresh(tx: CustomerTx, { customerId }: Session): Promise<Ok> {
  await enqueue(tx, 'scorecard.refresh', {}, { key: `scorecard ${customerId}` })
  return { ok: true }
}
