import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import type { TestCustomer } from '../make.ts'

/**
 * Runs `work` while another connection keeps the order locked. A call in `work` must give up waiting for the lock after a timeout; otherwise the test
 * hangs.
 */
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
