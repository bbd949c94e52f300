import { beforeAll, expect, test } from 'vitest'
import { useTestDb } from './fixtures.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from './make.ts'
import { ON_CLUSTER } from './one-postgres.ts'

const t = useTestDb({ poolSize: 1 })
let pharmacies: { customer: TestCustomer; order: TestOrder; medId: number }[]
beforeAll(async () => {
  pharmacies = []
  for (const _ of [1, 2]) {
    const customer = await newCustomer(t)
    const order = await addOrder(customer)
    const [med] = await t.query<{ id: number }>('select min(id)::int as id from med where customer_id = $1', [customer.customerId])
    pharmacies.push({ customer, order, medId: med?.id ?? 0 })
  }
})

test('two customers alternating on one connection see only their own rows, although they share a prepared query plan', async () => {
  for (let round = 0; round < 8; round += 1)
    for (const { customer, order, medId } of pharmacies) {
      const call = t.as(customer.admin)
      expect(await call.med.readOneById({ medId })).toMatchObject({ med: { id: medId }, orders: [{ documentId: order.id }] })
      expect(await call.order.readOneById({ documentId: order.id })).toMatchObject({ documentId: order.id })
      const { items } = await call.med.readManyBySearch({ serialNumber: order.serials[0] })
      expect(items.map((item) => item.serialNumber)).toEqual([order.serials[0]])
      const [strange] = pharmacies.filter((one) => one.customer !== customer)
      await expect(call.med.readOneById({ medId: strange?.medId ?? 0 })).rejects.toThrow('no longer exists')
      await expect(call.order.readOneById({ documentId: strange?.order.id ?? 0 })).rejects.toThrow()
    }
  const { rows } = await t.deps.pool.query<{ plans: number; isKept: boolean }>(
    'select (generic_plans + custom_plans)::int as plans, generic_plans > 0 as "isKept" from pg_prepared_statements',
  )
  expect(rows.length).toBeGreaterThan(2)
  // On a cluster no plan is reused: the coordinator plans each execution again, because the values decide which machine has the rows.
  if (!ON_CLUSTER) expect(rows.some(({ isKept }) => isKept)).toBe(true)
})

test('if the database server has lost a prepared statement, the statement fails once and is then prepared again', async () => {
  const [{ customer, medId } = { customer: undefined, medId: 0 }] = pharmacies
  if (!customer) throw new Error('There is no pharmacy.')
  const read = () => t.as(customer.admin).med.readOneById({ medId })
  for (let round = 0; round < 3; round += 1) await read()
  await t.deps.pool.query('deallocate all')
  const logged: string[] = []
  for (let round = 0; round < 6; round += 1)
    await read().then(
      () => logged.push('read'),
      () => logged.push('failed'),
    )
  // The server has lost the statements that the connection prepared. Each of them fails at most once and is then prepared again, so the calls succeed
  // after a few failures.
  expect(logged.at(-1)).toBe('read')
  expect(logged.filter((one) => one === 'failed').length).toBeGreaterThan(0)
  expect(logged.slice(logged.indexOf('read'))).not.toContain('failed')
})
