import type { CustomerTx } from '../../db/types.ts'
import { lockOrders, updateAmountsHeld } from './order.queries.ts'
import { answerHeldStops, type HeldWords } from './scan-stop.queries.ts'

/**
 * Keeps with each of these orders how many of its meds are on hold, so that a list of orders counts nothing. The orders are locked before `count`
 * looks: it then sees what another hold on the same order has committed meanwhile. Who is not in its answer has none.
 */
export async function keepHeldAmounts(
  tx: CustomerTx,
  orderIds: readonly number[],
  count: (ids: readonly number[]) => Promise<ReadonlyMap<number, { held: number; pending: number }>>,
  words: HeldWords,
): Promise<void> {
  if (!orderIds.length) return
  const ids = [...new Set(orderIds)]
  await lockOrders(tx, ids)
  const amounts = await count(ids)
  await updateAmountsHeld(
    tx,
    ids.map((id) => ({ id, ...(amounts.get(id) ?? { held: 0, pending: 0 }) })),
  )
  await answerHeldStops(tx, ids, words)
}
