import type { TestDb } from '../harness.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { atProvider } from './at-provider.ts'

export const one = (product: string, quantity = 1) => ({ product, quantity })

/** Returns the common steps of checkout tests for one database and its payment provider. */
export const goShopping = (t: TestDb) => {
  const own = (customer: TestCustomer): ReturnType<TestDb['as']>['subscription'] => t.as(customer).subscription
  return {
    own,
    /** Creates a customer that has this many Basic plans and an account at the provider. */
    async basics(quantity = 1) {
      const customer = await newCustomer(t, { subscriptions: [['basic', quantity]] })
      const account = await atProvider(customer)
      await own(customer).updateFromProvider()
      return { customer, account }
    },
    /** Lists the account's subscriptions that renew at the provider, each as `product × quantity`. */
    renewing: (account: string) =>
      t.simulator.shop
        .listSubscriptions(account)
        .filter((sub) => sub.state === 'active')
        .map((sub) => `${sub.product} × ${sub.quantity}`),
    readTrail: (customer: TestCustomer, action: string) =>
      t.query<{ user_id: string | null; detail: Record<string, unknown> }>(
        'select user_id, detail from audit where customer_id = $1 and action = $2 order by id',
        [customer.customerId, action],
      ),
  }
}
