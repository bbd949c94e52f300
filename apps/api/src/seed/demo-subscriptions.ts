import { enterCustomer } from '../db/customer-tx.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'
import { insertSubscriptions, type NewSubscription } from './new-customer.ts'

export interface DemoAccount {
  emailAddress: string
  account: string
  company: string
  firstName: string
  lastName: string
  subscriptions: readonly NewSubscription[]
}

/** What the demo customers have bought (decision 54): known here and by the simulator of the payment provider. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    emailAddress: 'admin@park.demo',
    account: 'demo-park',
    company: 'Park Avenue Pharmacy',
    firstName: 'Dana',
    lastName: 'Ruiz',
    subscriptions: [
      { subscription: 'demo-park-enterprise', product: 'enterprise', display: 'Enterprise (Unlimited)', quantity: 2, cents: 14_900 },
      { subscription: 'demo-park-nrac', product: 'nrac-monthly-subscription', display: 'Recall alerts', quantity: 1, cents: 3900 },
    ],
  },
  {
    emailAddress: 'admin@harbor.demo',
    account: 'demo-harbor',
    company: 'Harbor Pharmacy',
    firstName: 'Alex',
    lastName: 'Moreau',
    subscriptions: [{ subscription: 'demo-harbor-basic', product: 'basic', display: 'Basic', quantity: 1, cents: 5900 }],
  },
]

/** Made once, also for demo customers of an earlier version. */
export async function seedDemoSubscriptions(system: SystemDb, now: Date): Promise<void> {
  for (const { emailAddress, account, company, firstName, lastName, subscriptions } of DEMO_ACCOUNTS)
    await withSystem(system, async (tx) => {
      const login = await tx
        .selectFrom('login')
        .select(['customerId', 'userId'])
        .where('emailAddress', '=', emailAddress)
        .executeTakeFirst()
      if (!login) return
      const scoped = await enterCustomer(tx, { ...login, scope: 'all', locationIds: [] })
      if (await scoped.selectFrom('subscription').select('id').executeTakeFirst()) return
      const values = { account, company, email: emailAddress, firstName, lastName }
      await scoped
        .insertInto('paymentAccount')
        .values(values)
        .onConflict((conflict) => conflict.column('customerId').doUpdateSet(values))
        .execute()
      await insertSubscriptions(scoped, subscriptions, now)
    })
}
