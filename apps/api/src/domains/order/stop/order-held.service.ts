import type { CustomerTx } from '../../../db/types.ts'
import { countHeldMeds, IS_LINE_HELD, UNIT_HOLD } from '../../hold/hold.joins.ts'
import { lockOrders, updateAmountsHeld } from '../order.queries.ts'
import { answerHeldStops, reopenReleasedStops } from './scan-stop.queries.ts'

/**
 * Counts the held meds of each of these orders and stores the counts, so that a list of orders need not count them. Locks the orders first, so that
 * holds that are committed at the same time are counted, too. Also reopens or answers the orders' stops whose units were released or put on hold.
 */
export async function keepHeldAmounts(tx: CustomerTx, orderIds: readonly number[]): Promise<void> {
  if (!orderIds.length) return
  const ids = [...new Set(orderIds)]
  await lockOrders(tx, ids)
  const amounts = await countHeldMeds(tx, ids)
  await updateAmountsHeld(
    tx,
    ids.map((id) => ({ id, ...(amounts.get(id) ?? { held: 0, pending: 0 }) })),
  )
  await reopenReleasedStops(tx, ids, IS_LINE_HELD)
  await answerHeldStops(tx, ids, { isHeld: IS_LINE_HELD, unitHold: UNIT_HOLD })
}
