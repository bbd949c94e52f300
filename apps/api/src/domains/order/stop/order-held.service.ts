import type { CustomerTx } from '../../../db/types.ts'
import { countHeldMeds, IS_LINE_HELD, UNIT_HOLD } from '../../hold/hold.joins.ts'
import { lockOrders, updateAmountsHeld } from '../order.queries.ts'
import { answerHeldStops, reopenReleasedStops } from './scan-stop.queries.ts'

/**
 * Stores the number of held meds in each of these orders, so that a list of orders need not count them. Locks the orders before counting, so that the
 * count includes holds committed at the same time. An order that the count omits has no held meds.
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
