import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const place = ({ gln, sgln }: { gln: string; sgln: string }) => ({ gln, sgln })
const close = (id: number) =>
  t.query("update location set closed_at = now(), closed_by_id = $2, close_reason = 'Sold' where id = $1", [id, c.admin.userId])

async function received(): Promise<string> {
  const { id: documentId, serials } = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId })
  return serials[0] ?? ''
}

const toBranch = () =>
  kit()
    .calls(c.admin)
    .createOne({
      purpose: 'own',
      locationId: c.main.id,
      toLocationId: c.branch.id,
      from: place(c.main.party.location),
      owner: place(c.branch.party.location),
      shipTo: place(c.branch.party.location),
    })

test('A draft is not sent if its location was closed after the draft was begun', async () => {
  const { begin, scan, calls, addReceiver } = kit()
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, await received())
  await close(c.main.id)
  await expect(calls(c.admin).updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_place_closed' } })
  expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
})

test('a shipment to one of the customer’s own locations is neither started nor sent if that location is closed', async () => {
  const { scan, calls } = kit()
  const { id: shipmentId } = await toBranch()
  await scan(shipmentId, await received(), {}, c.admin)
  await close(c.branch.id)
  await expect(calls(c.admin).updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'location_closed' } })
  await expect(toBranch()).rejects.toMatchObject({ cause: { key: 'location_closed' } })
})
