import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import type { TestCustomer } from '../make.ts'

/** Somebody works on the order, on a connection of their own, for as long as `work` takes: whoever waits for it without limit waits for ever. */
export function whileHeld<T>({ t, customerId }: TestCustomer, orderId: number, work: () => Promise<T>): Promise<T> {
  return withSystem(t.deps.system, async (tx) => {
    const inside = await enterCustomer(tx, { customerId, userId: null, scope: 'all', locationIds: [] })
    await inside.selectFrom('order').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
    return work()
  })
}

/** As the screen does it: what was told that the order is held tries again by itself. */
export async function untilFree<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if ((error as { cause?: { key?: unknown } }).cause?.key !== 'order_busy') throw error
    }
  }
}
