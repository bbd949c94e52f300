import { beforeAll, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, PASSWORD } from '../make.ts'
import { ownProducts } from '../recall/recalls.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'

const t = useTestDb()
const c = useCustomer(t)
let base: string
beforeAll(async () => {
  base = await listen(await t.app())
})

test('a held package is denied even if 20 newer packages of other products have the same serial number', async () => {
  const { accessToken } = await t
    .as(c.staff)
    .auth.createOneAccessToken({ name: 'Pharmacy system', days: 30, scopes: ['dispense-checks:write'], password: PASSWORD })
  const program = makeV2Client(base, accessToken)
  const order = await addOrder(c, { meds: 1, perCase: 1, products: ownProducts().slice(0, 1) })
  await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const [unit] = await t.query<{ id: number; gtin: string; serialNumber: string }>(
    'select id::int, gtin, serial_number as "serialNumber" from med where customer_id = $1 and serial_number = $2',
    [c.customerId, order.serials[0]],
  )
  await t.as(c.staff).med.createOneHold({ target: { medId: unit?.id ?? 0 }, reason: 'Torn seal' })
  const ask = async () => (await program.post('/dispense-checks', { gtin: unit?.gtin, serialNumber: unit?.serialNumber })).json
  expect((await ask()).allowed).toBe(false)
  await t.query(
    `insert into med (customer_id, location_id, gtin, serial_number, is_epcis_generated, created_at, receipt_id, dated_at)
     select customer_id, location_id, lpad((10000000000000 + n)::text, 14, '0'), serial_number, true, created_at, receipt_id, dated_at
     from med, generate_series(1, 20) n where customer_id = $1 and id = $2 returning 1`,
    [c.customerId, unit?.id],
  )
  expect(await ask()).toMatchObject({ allowed: false, reasons: [{ code: 'held' }] })
})
