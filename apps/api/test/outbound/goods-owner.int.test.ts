import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const place = ({ gln, sgln }: { gln: string; sgln: string }) => ({ gln, sgln })

const setOwner = (location: { id: number }, owner: { id: number } | null) =>
  t.as(c.admin).location.updateOneOwner({ customerLocationId: location.id, ownerLocationId: owner?.id ?? null })

describe('a location whose goods belong to another one (340B)', () => {
  test('cannot start a shipment until its owner’s SGLN is known; its shipments then state the owner as the seller', async () => {
    const { begin, scan, send, read, textOf, addReceiver } = kit()
    await setOwner(c.main, c.branch)
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    await expect(begin(to)).rejects.toMatchObject({
      cause: { key: 'shipment_owner_sgln_missing', message: expect.stringContaining('Branch') },
    })
    await expect(begin(to, { goodsOwner: c.main.party.location.sgln })).rejects.toMatchObject({ cause: { key: 'shipment_sgln_differs' } })
    const shipmentId = await begin(to, { goodsOwner: c.branch.party.location.sgln })
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    expect((await read(shipmentId)).sender).toMatchObject({ owner: { gln: c.branch.gln }, location: { gln: c.main.gln } })
    expect(await textOf(shipmentId, 'epcis')).toContain(`sdt:owning_party">${c.branch.party.location.sgln}</source>`)
    // The first shipment stored the owner's SGLN, so a second shipment can begin without it.
    await begin(to)
  })

  test('shows the owner of its goods to everybody who works there, even without access to the owner’s location', async () => {
    const { begin, read, calls, addReceiver } = kit()
    await setOwner(c.main, c.branch)
    const to = await addReceiver()
    await begin(to, { goodsOwner: c.branch.party.location.sgln })
    const { locations } = await calls(c.staff).readOneChoices()
    expect(locations).toMatchObject([{ id: c.main.id, owner: { name: 'Branch', gln: c.branch.gln, sgln: c.branch.party.location.sgln } }])
    const shipmentId = await begin(to, {}, c.staff)
    expect((await read(shipmentId)).sender.owner.gln).toBe(c.branch.gln)
  })
})

describe('a transfer between two of the customer’s locations', () => {
  const own = (goodsOwner?: string) =>
    kit()
      .calls(c.admin)
      .createOne({
        purpose: 'own',
        locationId: c.main.id,
        toLocationId: c.branch.id,
        from: place(c.main.party.location),
        owner: place(c.branch.party.location),
        shipTo: place(c.branch.party.location),
        ...(goodsOwner ? { goodsOwner } : {}),
      })

  test('is refused if the goods of the two locations belong to different owners', async () => {
    const other = await addLocation()
    await setOwner(c.branch, other)
    await expect(own()).rejects.toMatchObject({ cause: { key: 'shipment_owner_differs' } })
  })

  test('can go to the location that owns the goods', async () => {
    await setOwner(c.main, c.branch)
    const { id } = await own(c.branch.party.location.sgln)
    expect(await kit().calls(c.admin).readOne({ shipmentId: id })).toMatchObject({
      withTi: false,
      sender: { owner: { gln: c.branch.gln } },
    })
  })
})

async function receivedOrder() {
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

async function addLocation(): Promise<{ id: number }> {
  const [row] = await t.query<{ id: number }>(
    "insert into location (customer_id, name, time_zone) values ($1, 'Covered entity', 'America/Chicago') returning id::int",
    [c.customerId],
  )
  return row ?? { id: 0 }
}
