import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import type { TestCustomer } from '../make.ts'

/** Locks the order on a separate connection while `work` runs; anything that waits for the order without a timeout would wait forever. */
export function whileHeld<T>({ t, customerId }: TestCustomer, orderId: number, work: () => Promise<T>): Promise<T> {
  return withSystem(t.deps.system, async (tx) => {
    const inside = await enterCustomer(tx, { customerId, userId: null, scope: 'all', locationIds: [] })
    await inside.selectFrom('order').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
    return work()
  })
}

/** Repeats a call while the order is locked, as the screen does. */
export async function untilFree<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if ((error as { cause?: { key?: unknown } }).cause?.key !== 'order_busy') throw error
    }
  }
}
