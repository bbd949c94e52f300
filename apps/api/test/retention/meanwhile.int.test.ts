import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { expect, test } from 'vitest'
import { keepRecords } from '../../src/operate/retention/keep.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { useRetentionKit } from './retention-kit.ts'

/** In the tests of this file, a person records a reason to keep orders while a removal runs. */
const t = useTestDb()
const kit = useRetentionKit(t)
const customer = useCustomer(t, { made: (make) => kit.ago(8, make) })

const addOld = () => kit.addOld(customer)
const listOrders = () => kit.listOrders(customer)

test('a removal skips an order that is named in a report of suspect product, even if the report is drafted while the removal runs', async () => {
  const [first, later] = [await addOld(), await addOld()]
  const { path } = await kit.exportAll(customer)
  const form = { ...EMPTY_INCIDENT_FORM, serialNumber: later.serials[0] ?? '' }
  const removed = await kit.remove(path, {
    beforeCommit: async () =>
      void (await t.as(customer.staff).incidentReport.saveOneDraft({ locationId: customer.main.id, jsonData: form })),
  })
  expect(removed).toMatchObject({ orders: 1, skipped: [{ ids: [later.id], why: { kind: 'kept', reasons: [{ kind: 'incident' }] } }] })
  expect(await listOrders()).not.toContain(first.id)
})

const kept = (id: number) => ({ ids: [id], why: { kind: 'kept', reasons: [{ kind: 'legalHold', label: 'audit', until: null }] } })

test('a request to keep all orders, made during a removal, lets the removal of the current order finish and keeps every other order', async () => {
  const [, later] = [await addOld(), await addOld()]
  const { path } = await kit.exportAll(customer)
  let said: Promise<unknown> | undefined
  const { storage } = t.deps
  const removed = await kit.remove(path, {
    async beforeCommit() {
      said = keepRecords(t.deps.pool, customer.customerId, { kind: 'keep', which: 'all', reason: 'audit', now: t.clock.now() })
      await kit.waitForLock()
    },
    // The removal deletes an order's files after the commit that removes the order and before it begins with the next order.
    storage: {
      ...storage,
      async delete(...file) {
        await said
        return storage.delete(...file)
      },
    },
  })
  expect(removed).toMatchObject({ orders: 1, skipped: [kept(later.id)] })
  expect(await listOrders()).toEqual([later.id])
})

test('a request to keep an order fails if the order is already being removed, and reports that the order no longer exists', async () => {
  const [gone, other] = [await addOld(), await addOrder(customer)]
  const { path } = await kit.exportAll(customer)
  let late: Promise<unknown> = Promise.resolve()
  await kit.remove(path, {
    async beforeCommit() {
      const which = [other.id, gone.id]
      const keeping = keepRecords(t.deps.pool, customer.customerId, { kind: 'keep', which, reason: 'audit', now: t.clock.now() })
      late = keeping.catch((error: Error) => error.message)
      await kit.waitForLock()
    },
  })
  expect(await late).toContain(`Order ${gone.id} no longer exists`)
  expect(await t.query('select from "order" where customer_id = $1 and kept_at is not null', [customer.customerId])).toEqual([])
})

test('an order is kept if a request to keep all orders arrives while its rows are being removed', async () => {
  const order = await addOld()
  const { path } = await kit.exportAll(customer)
  await t.query(`create function say() returns trigger language plpgsql as $$ begin
    update customer set kept_at = now(), kept_reason = 'audit' where id = old.customer_id; return old; end $$`)
  await t.query('create trigger say before delete on stock_lot for each row execute function say()')
  try {
    expect(await kit.remove(path)).toMatchObject({ orders: 0, skipped: [kept(order.id)] })
  } finally {
    await t.query('drop function say cascade')
  }
})
