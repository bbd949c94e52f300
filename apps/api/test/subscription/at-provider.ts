import type { TestDb } from '../harness.ts'
import type { TestCustomer } from '../make.ts'

/** Gives the customer an account at the payment provider with the subscriptions that the customer has in our database. */
export async function atProvider({ t, customerId, admin, name }: TestCustomer): Promise<string> {
  const { shop } = t.simulator
  const contact = { first: 'Ada', last: 'Tester', email: admin.emailAddress, company: name, phone: null }
  const address = { addressLine1: '1 Main Street', addressLine2: null, city: 'Louisville', region: 'US-KY', postalCode: '40218' }
  const { id: account } = shop.addAccount({ key: `test-${customerId}`, contact, address })
  await ownAccount(t, customerId, account)
  const rows = await t.query<{ subscription: string; product: string; quantity: number }>(
    'select subscription, product, quantity from subscription where customer_id = $1 order by id',
    [customerId],
  )
  for (const { subscription: id, product, quantity } of rows) shop.begin({ id, account, product, quantity, discountPercent: 0 })
  return account
}

/** Records that this account at the provider belongs to the customer, as the customer's first checkout does. */
export async function ownAccount(t: TestDb, customerId: number, account: string): Promise<void> {
  await t.query('insert into payment_account_owner (account, customer_id) values ($2, $1)', [customerId, account])
  await t.query('insert into payment_account (customer_id, account) values ($1, $2)', [customerId, account])
}

/** Creates a checkout directly at the simulated provider and pays for it; the product did not start this checkout. */
export function buy({ t }: TestCustomer, account: string, ...items: [product: string, quantity: number][]): void {
  const { shop } = t.simulator
  const bought = items.map(([product, quantity]) => ({ product, quantity, discountPercent: 0 }))
  t.simulator.pay(shop.addSession({ account, items: bought }).id)
}
