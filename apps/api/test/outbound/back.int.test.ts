import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { checkDigit } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const HOUR = 3_600_000

async function receivedOrder(given: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(c, given)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  t.clock.advance(HOUR)
  return order
}

/** Sends one package of a received order, and returns the order with the package's data. */
async function soldOrder() {
  const { begin, scan, send, addReceiver } = kit()
  const order = await receivedOrder()
  const [serial = ''] = order.serials
  const shipmentId = await begin(await addReceiver())
  const { unit } = await scan(shipmentId, serial)
  await send(shipmentId)
  t.clock.advance(HOUR)
  return { ...order, serial, shipmentId, unit }
}

const departures = async (shipmentId: number) =>
  (
    await t.look<{ how: string | null }>('select back_how as how from departure where customer_id = $1 and shipment_id = $2', [
      c.customerId,
      shipmentId,
    ])
  ).map(({ how }) => how)

const receiptOf = async (documentId: number): Promise<number> => {
  const [receipt] = await t.look<{ id: number }>(
    'select max(id)::int as id from receipt where customer_id = $1 and document_id = $2 and undoes_id is null',
    [c.customerId, documentId],
  )
  return receipt?.id ?? 0
}

/** The reasons why a package cannot leave now. */
const stopsOf = async (serial: string) => kit().stops(await kit().begin(await kit().addReceiver()), serial)

describe('a package that was sold is not back', () => {
  test('when its first receipt is undone and its order is received again', async () => {
    const { id, serial, shipmentId, serials } = await soldOrder()
    await t.as(c.lead).order.updateUndoReceipt({ documentId: id, receiptId: await receiptOf(id), reason: 'One was missing' })
    const again = await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: id })
    expect(again).toMatchObject({
      received: serials.length - 1,
      notReceived: [{ serialNumber: serial, why: 'left', said: expect.stringContaining('It was sent to Harbor Pharmacy on ') }],
    })
    expect(await departures(shipmentId)).toEqual([null])
    expect(await stopsOf(serial)).toContain('left')
  })

  test('when its wholesaler sends the same packages with a second document', async () => {
    const { text, serial, shipmentId, serials } = await soldOrder()
    const upload = await importText(t, c.admin, text.replaceAll(/DOC-\w+/g, 'DOC-SECOND-1').replaceAll(/PO-(\w+)/g, 'PO-SECOND-1'))
    const documentId = upload.documentId ?? 0
    expect(await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId })).toMatchObject({
      received: serials.length - 1,
      notReceived: [{ serialNumber: serial, why: 'left' }],
    })
    expect(
      await t.as(c.lead).order.updateReceiveManyBySerialnumber({ documentId, serialNumber: serial, elsewhereReason: 'It is here' }),
    ).toMatchObject({ received: 0, notReceived: [{ serialNumber: serial, why: 'left' }] })
    expect(await departures(shipmentId)).toEqual([null])
    expect(await stopsOf(serial)).toContain('left')
  })

  test('when it was typed in, and the file with which it was bought arrives later', async () => {
    const { begin, scan, send, addReceiver } = kit()
    const product = SAMPLE_PRODUCTS[0] as (typeof SAMPLE_PRODUCTS)[number] // the list is not empty
    const text = documentFor(c, { meds: 1, products: [product] })
    const [, prefix = '', indicator = '', item = '', serial = ''] =
      [...text.matchAll(/sgtin:(\d+)\.(\d)(\d+)\.(\w+)<\/epc>/g)].find((one) => one[2] !== '5') ?? []
    const digits = `${indicator}${prefix}${item}`
    const typed = { gtin: `${digits}${checkDigit(digits)}`, serialNumber: serial, lotNumber: product.lot, expirationDate: '2029-04-30' }
    await t.as(c.lead).med.createOne({ ...typed, locationId: c.main.id })
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serial, { accept: ['typedIn', 'short'] })
    await send(shipmentId)
    t.clock.advance(HOUR)
    const upload = await importText(t, c.lead, text)
    expect(await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })).toMatchObject({ received: 0 })
    expect(await departures(shipmentId)).toEqual([null])
  })
})
