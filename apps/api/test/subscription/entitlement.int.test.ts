import { DEFAULT_PLANS } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { mustBeSubscribed, readEntitlement, saveBillingConfig } from '../../src/domains/entitlement/entitlement.service.ts'
import { useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, newCustomer, register } from '../make.ts'

const t = useTestDb()

const DAY = 86_400_000
const inCustomer = <T>(customerId: number, work: Parameters<typeof withCustomer<T>>[3]) =>
  withCustomer(t.deps.db, { customerId, userId: null, scope: 'all', locationIds: [] }, 'read write', work)

describe('the entitlement of a customer', () => {
  test('is based on every subscription that is still usable, even a canceled one', async () => {
    const { customerId } = await newCustomer(t, {
      subscriptions: [
        ['basic', 2],
        ['additional-user-monthly', 1],
      ],
    })
    const read = () => inCustomer(customerId, (tx) => readEntitlement(tx, t.clock.now()))
    expect(await read()).toMatchObject({ isActive: true, graceUntil: undefined, locations: 2, users: 3, hasRecalls: false })
    await t.query(`update subscription set state = 'canceled' where customer_id = $1`, [customerId])
    expect(await read()).toMatchObject({ isActive: true, locations: 2 })
  })

  test('continues for thirty days after the last subscription ends; after that, calls are refused with an explanation', async () => {
    const { customerId } = await newCustomer(t, { subscriptions: [['basic', 1]] })
    const ended = new Date(t.clock.now().getTime() + 100 * DAY)
    await t.query(`update subscription set state = 'deactivated', is_active = false, ended_at = $2 where customer_id = $1`, [
      customerId,
      ended,
    ])
    const ask = (days: number) => inCustomer(customerId, (tx) => mustBeSubscribed(tx, new Date(ended.getTime() + days * DAY)))
    await ask(29.9)
    await expect(ask(30)).rejects.toMatchObject({ key: 'not_subscribed' })
  })

  test('begins with a grace period if the customer never subscribed', async () => {
    const { customerId } = await newCustomer(t, { subscriptions: [] })
    const now = Date.now()
    await inCustomer(customerId, (tx) => mustBeSubscribed(tx, new Date(now + 29 * DAY)))
    await expect(inCustomer(customerId, (tx) => mustBeSubscribed(tx, new Date(now + 31 * DAY)))).rejects.toMatchObject({
      key: 'not_subscribed',
    })
  })

  test('allows reading but no uploads or entries after the grace period', async () => {
    const customer = await newCustomer(t, { subscriptions: [] })
    const order = await addOrder(customer)
    await t.query(`update payment_account set begun_at = now() - interval '31 days' where customer_id = $1`, [customer.customerId])
    await t.query(`update customer set created_at = now() - interval '31 days' where id = $1`, [customer.customerId])
    const admin = t.as(customer)
    await expect(register(t, customer.admin, documentFor(customer))).rejects.toThrow(/^No subscription is active\./)
    const entry = { locationId: customer.main.id, serialNumber: 'TYPED-1', medName: 'Amoxicillin' }
    await expect(admin.med.createOne(entry)).rejects.toThrow(/^No subscription is active\./)
    expect(await admin.order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 3 })
  })
})

describe('billing that is switched off', () => {
  test('allows everything; the limits of the subscriptions apply again once billing is switched on', async () => {
    const { customerId } = await newCustomer(t, { subscriptions: [] })
    const read = () => inCustomer(customerId, (tx) => readEntitlement(tx, new Date('2099-01-01')))
    const setBilling = (isBillingOn: boolean) =>
      withSystem(t.deps.system, (tx) => saveBillingConfig(tx, { isBillingOn, plans: DEFAULT_PLANS }))
    await setBilling(false)
    expect(await read()).toMatchObject({ isActive: true, locations: 'unlimited', users: 'unlimited', hasRecalls: true })
    await setBilling(true)
    expect(await read()).toMatchObject({ isActive: false, locations: 0 })
  })
})
