import { enterCustomer } from '../db/customer-tx.ts'
import { type SystemDb, withSystem } from '../db/system-tx.ts'
import { insertAccountOwner } from '../domains/subscription/subscription.queries.ts'
import { insertSubscriptions, type NewSubscription } from './new-customer.ts'

export interface DemoAccount {
  emailAddress: string
  account: string
  company: string
  firstName: string
  lastName: string
  address: { addressLine1: string; addressLine2: null; city: string; region: string; postalCode: string }
  subscriptions: readonly NewSubscription[]
}

/** Products of the payment simulator; the prices are made up (BILL-039). */
export const SIMULATED_PRODUCTS = [
  { product: 'basic', title: 'Basic', price: 59, period: 'month' },
  { product: 'basic-annual', title: 'Basic, annual', price: 590, period: 'year' },
  { product: 'essentials', title: 'Essentials', price: 79, period: 'month' },
  { product: 'essentials-annual', title: 'Essentials, annual', price: 790, period: 'year' },
  { product: 'plus', title: 'Plus', price: 99, period: 'month' },
  { product: 'plus-annual', title: 'Plus, annual', price: 990, period: 'year' },
  { product: 'premier', title: 'Premier', price: 129, period: 'month' },
  { product: 'premier-annual', title: 'Premier, annual', price: 1290, period: 'year' },
  { product: 'enterprise', title: 'Enterprise (Unlimited)', price: 149, period: 'month' },
  { product: 'MMCAP', title: 'MMCAP', price: 49, period: 'month' },
  { product: 'additional-user-monthly', title: 'Additional user', price: 12, period: 'month' },
  { product: 'nrac-monthly-subscription', title: 'Recall alerts', price: 39, period: 'month' },
  { product: 'dscsa-sop-creation', title: 'DSCSA SOP creation', price: 495, period: 'once' },
  { product: 'training-session-1-hour', title: '1-hour training session', price: 150, period: 'once' },
] as const

/** Purchases of the demo customers (decision 54). They exist both in our database and in the payment simulator. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    emailAddress: 'admin@park.demo',
    account: 'demo-park',
    company: 'Park Avenue Pharmacy',
    firstName: 'Dana',
    lastName: 'Ruiz',
    address: { addressLine1: '412 Park Avenue', addressLine2: null, city: 'New York', region: 'US-NY', postalCode: '10022' },
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
    address: { addressLine1: '9 Harbor Street', addressLine2: null, city: 'Boston', region: 'US-MA', postalCode: '02110' },
    subscriptions: [{ subscription: 'demo-harbor-basic', product: 'basic', display: 'Basic', quantity: 1, cents: 5900 }],
  },
]

/** The demo's accounts and subscriptions in the format of the simulator's books. */
export const SIMULATED_ACCOUNTS = DEMO_ACCOUNTS.map(({ emailAddress, account, company, firstName, lastName, address, subscriptions }) => ({
  account: { id: account, key: null, contact: { first: firstName, last: lastName, email: emailAddress, company, phone: null }, address },
  subscriptions: subscriptions.map(({ subscription, product, quantity }) => ({ id: subscription, product, quantity })),
}))

/** Runs once. */
export async function seedDemoSubscriptions(system: SystemDb, now: Date): Promise<void> {
  for (const { emailAddress, account, company, firstName, lastName, address, subscriptions } of DEMO_ACCOUNTS)
    await withSystem(system, async (tx) => {
      const login = await tx
        .selectFrom('login')
        .select(['customerId', 'userId'])
        .where('emailAddress', '=', emailAddress)
        .executeTakeFirst()
      if (!login) return
      const scoped = await enterCustomer(tx, { ...login, scope: 'all', locationIds: [] })
      if (await scoped.selectFrom('subscription').select('id').executeTakeFirst()) return
      const { addressLine1: addressLineOne, city, region, postalCode } = address
      const values = { account, company, email: emailAddress, firstName, lastName, addressLineOne, city, region, postalCode }
      await insertAccountOwner(scoped, account)
      await scoped
        .insertInto('paymentAccount')
        .values(values)
        .onConflict((conflict) => conflict.column('customerId').doUpdateSet(values))
        .execute()
      await insertSubscriptions(scoped, subscriptions, now)
    })
}
