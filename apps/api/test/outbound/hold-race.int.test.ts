import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

/** Creates the draft of a shipment and scans one package into it. */
async function draft() {
  const { begin, scan, addReceiver } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver())
  const { unit } = await scan(shipmentId, order.serials[0] ?? '')
  return { shipmentId, medId: unit?.medId ?? 0 }
}

const clients: pg.Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
})

/** Begins another person's transaction, which stays open until the test ends it. */
async function beginOther(): Promise<pg.Client> {
  const client = new pg.Client(t.superuserUrl)
  await client.connect()
  clients.push(client)
  await client.query('begin')
  await client.query("select set_config('app.customer_id', $1::text, true)", [String(c.customerId)])
  return client
}

const untilSomebodyWaits = () => expect.poll(() => t.countWaiting(), { timeout: 10_000 }).toBeGreaterThan(0)

test('A shipment that is being sent while a hold is placed on its package waits for the hold, and is then refused', async () => {
  const { shipmentId, medId } = await draft()
  const other = await beginOther()
  await other.query(
    `with h as (insert into hold (location_id, kind, label, meds, reason, placed_at, placed_by_id)
      values ($1, 'med', 'Seal', 1, 'Seal broken', now(), $2) returning id) insert into hold_med (hold_id, med_id) select id, $3 from h`,
    [c.main.id, c.colleague.userId, medId],
  )
  const sent = kit()
    .calls()
    .updateOneSend({ shipmentId })
    .catch((error: unknown) => error)
  await untilSomebodyWaits()
  await other.query('commit')
  expect(await sent).toMatchObject({ cause: { key: 'shipment_stopped', message: expect.stringContaining('Seal broken') } })
  expect(await kit().read(shipmentId)).toMatchObject({ state: 'draft' })
})

test('If a package leaves with a shipment while a request to hold it is waiting, the response to that request says that the package left', async () => {
  const { shipmentId, medId } = await draft()
  const other = await beginOther()
  await other.query('select from med where customer_id = $1 and id = $2 for update', [c.customerId, medId])
  await other.query(
    `insert into departure (med_id, location_id, shipment_id, to_name, purpose, left_at, left_by) values ($1, $2, $3, 'Harbor Pharmacy', 'sale', now(), 'Lead')`,
    [medId, c.main.id, shipmentId],
  )
  const held = t.as(c.colleague).med.createOneHold({ target: { medId }, reason: 'Seal broken' })
  await untilSomebodyWaits()
  await other.query('commit')
  expect(await held).toMatchObject({ meds: 1, left: 1 })
})

test('If a package is put on hold while it is being shipped, either the shipment is stopped or the hold reports that the package has left', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { shipmentId, medId } = await draft()
    const [sent, held] = await Promise.allSettled([
      kit().calls().updateOneSend({ shipmentId }),
      t.as(c.colleague).med.createOneHold({ target: { medId }, reason: 'Seal broken' }),
    ])
    expect(held).toMatchObject({ status: 'fulfilled', value: { left: sent.status === 'fulfilled' ? 1 : 0 } })
  }
})
