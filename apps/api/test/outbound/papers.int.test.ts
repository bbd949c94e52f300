import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

async function receivedOrder() {
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

describe('the documents of a shipment', () => {
  test('have the full address of the sending location', async () => {
    const { begin, scan, send, read, textOf, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    expect((await read(shipmentId)).sender.location).toMatchObject({
      street: 'Main, 1 Main Street',
      city: 'Louisville',
      postalCode: '40218',
    })
    expect(await textOf(shipmentId, 'epcis')).toContain('streetAddressOne">Main, 1 Main Street<')
  })

  test('are a letter and a list if a package was typed in by hand, and the shipment says why there is no EPCIS document', async () => {
    const { begin, scan, send, read, addReceiver } = kit()
    const typed = { gtin: '00388010500605', serialNumber: 'TYPED-1', lotNumber: 'L1', expirationDate: '2028-04-30' }
    await t.as(c.lead).med.createOne({ ...typed, locationId: c.main.id })
    const shipmentId = await begin(await addReceiver())
    expect(await scan(shipmentId, 'TYPED-1')).toMatchObject({ mayAccept: true, stops: [{ code: 'typedIn' }] })
    await scan(shipmentId, 'TYPED-1', { accept: ['typedIn'] })
    await send(shipmentId, { mailTo: 'desk@harbor.tst' })
    const { documents, gaps } = await read(shipmentId)
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'letter'])
    expect(gaps).toEqual([
      'No EPCIS document: 1 package was typed in by hand, and no file says where it came from.',
      'No transaction statement: every package was typed in by hand.',
    ])
    const mails = await t.query<{ subject: string; body: string }>(
      "select subject, body from mail where customer_id = $1 and kind = 'shipment.documents'",
      [c.customerId],
    )
    expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Record of a transfer from/) }])
    expect(mails[0]?.body).not.toMatch(/EPCIS|transaction statement/i)
  })

  test('can be generated again if one of them failed; those that did not fail never change', async () => {
    const { begin, scan, send, read, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    const before = (await read(shipmentId)).documents
    await expect(calls().updateOnePapers({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_papers_made' } })
    await t.query("delete from shipment_document where shipment_id = $1 and kind = 'csv'", [shipmentId])
    await t.query("update shipment set papers = 'failed' where id = $1", [shipmentId])
    await calls().updateOnePapers({ shipmentId })
    await t.runJobs()
    const after = (await read(shipmentId)).documents
    expect(after).toHaveLength(3)
    expect(after.filter(({ kind }) => kind !== 'csv')).toEqual(before.filter(({ kind }) => kind !== 'csv'))
  })
})
