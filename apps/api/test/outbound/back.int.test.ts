import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { checkDigit } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newCustomer, type TestCustomer } from '../make.ts'
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
    await t.query<{ how: string | null }>('select back_how as how from departure where customer_id = $1 and shipment_id = $2 order by id', [
      c.customerId,
      shipmentId,
    ])
  ).map(({ how }) => how)

const receiptOf = async (documentId: number): Promise<number> => {
  const [receipt] = await t.query<{ id: number }>(
    'select max(id)::int as id from receipt where customer_id = $1 and document_id = $2 and undoes_id is null',
    [c.customerId, documentId],
  )
  return receipt?.id ?? 0
}

/** Returns the reasons why a package cannot leave now. */
const stopsOf = async (serial: string) => kit().stops(await kit().begin(await kit().addReceiver()), serial)

const placeOf = ({ gln, sgln }: { gln: string; sgln: string }) => ({ gln, sgln })

/** Creates a draft of a shipment from the branch; returns its id. */
async function fromBranch(): Promise<number> {
  const to = await kit().addReceiver()
  return kit().begin(to, { locationId: c.branch.id, from: placeOf(c.branch.party.location) }, c.admin)
}

/** Lends a package to another customer, which returns it to the location `to`, where `receiver` receives it. */
async function loanAndBack(to: TestCustomer['main'] = c.main, receiver = c.admin) {
  const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
  const { begin, scan, send, textOf, addReceiver } = kit()
  const order = await receivedOrder()
  const [serial = ''] = order.serials
  const loan = await begin(await addReceiver(other.main.party), { purpose: 'loan', dueBack: '2027-01-31' })
  await scan(loan, serial)
  await send(loan)
  t.clock.advance(HOUR)
  const upload = await importText(t, other.lead, (await textOf(loan, 'epcis')) ?? '')
  await t.as(other.lead).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })
  t.clock.advance(HOUR)
  const theirs = makeShipmentKit(t, other)
  const back = await theirs.begin(await theirs.addReceiver(to.party), { purpose: 'loanReturn' })
  await theirs.scan(back, serial)
  await theirs.send(back)
  t.clock.advance(HOUR)
  const returned = await importText(t, c.admin, (await theirs.textOf(back, 'epcis')) ?? '')
  const documentId = returned.documentId ?? 0
  await t.as(receiver).order.updateReceiveAllByDocumentid({ documentId })
  return { loan, serial, documentId, orderId: order.id }
}

describe('a package that was sold does not count as returned', () => {
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

  test('when the wholesaler lists it again in a second document', async () => {
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

  test('when it was typed in and sold before the file of its purchase arrived', async () => {
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

describe('a package that came back', () => {
  test('no longer counts as returned when its receipt is undone, and counts again when it is received again', async () => {
    const { loan, serial, documentId } = await loanAndBack()
    expect(await kit().read(loan)).toMatchObject({ back: 1 })
    await t.as(c.lead).order.updateUndoReceipt({ documentId, receiptId: await receiptOf(documentId), reason: 'Clicked by mistake' })
    expect(await departures(loan)).toEqual([null])
    expect(await kit().read(loan)).toMatchObject({ back: 0 })
    expect(await stopsOf(serial)).toContain('left')
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId })
    expect(await departures(loan)).toEqual(['received'])
    expect(await stopsOf(serial)).toEqual([])
  })

  test('no longer counts as returned when the order of its return is voided', async () => {
    const { loan, serial, documentId } = await loanAndBack()
    await t.as(c.admin).order.updateVoidOne({ documentId, reason: 'Wrong file' })
    expect(await departures(loan)).toEqual([null])
    expect(await stopsOf(serial)).toContain('left')
  })

  test('and left again stays in its newer shipment if the receipt of the return is undone', async () => {
    const { begin, scan, send, addReceiver } = kit()
    const { loan, serial, documentId } = await loanAndBack()
    const sale = await begin(await addReceiver())
    await scan(sale, serial)
    await send(sale)
    await t.as(c.lead).order.updateUndoReceipt({ documentId, receiptId: await receiptOf(documentId), reason: 'Clicked by mistake' })
    expect(await departures(loan)).toEqual(['received'])
    expect(await departures(sale)).toEqual([null])
  })

  test('to another location counts as returned, and only that location can ship it again', async () => {
    const { calls, read } = kit()
    const { loan, serial } = await loanAndBack(c.branch)
    expect(await read(loan)).toMatchObject({ back: 1 })
    expect((await calls().readMany({ view: 'loans' })).items).toEqual([])
    expect(await stopsOf(serial)).not.toEqual([])
    expect((await calls(c.admin).createOneUnit({ shipmentId: await fromBranch(), code: serial })).stops).toEqual([])
    await calls().updateOneVoid({ shipmentId: loan, reason: 'Voided too late' })
    expect(await stopsOf(serial)).not.toEqual([])
  })

  test('to another location counts as returned until the receipt is undone, even if the person who receives it there cannot see the first location', async () => {
    const { loan, documentId } = await loanAndBack(c.branch, c.elsewhere)
    expect(await kit().read(loan)).toMatchObject({ back: 1 })
    await t.as(c.elsewhere).order.updateUndoReceipt({ documentId, receiptId: await receiptOf(documentId), reason: 'Clicked by mistake' })
    expect(await kit().read(loan)).toMatchObject({ back: 0 })
  })
})

describe('a transfer between two of the customer’s locations', () => {
  test('can no longer be voided, and does not count as returned, after the second location received the goods', async () => {
    const { calls, scan, textOf, read } = kit()
    const { serials } = await receivedOrder()
    const [serial = ''] = serials
    const from = placeOf(c.main.party.location)
    const { id: shipmentId } = await calls(c.admin).createOne({
      purpose: 'own',
      locationId: c.main.id,
      toLocationId: c.branch.id,
      from,
      owner: from,
      shipTo: placeOf(c.branch.party.location),
    })
    await scan(shipmentId, serial)
    await calls(c.admin).updateOneSend({ shipmentId })
    await t.runJobs()
    t.clock.advance(HOUR)
    const upload = await importText(t, c.admin, (await textOf(shipmentId, 'epcis')) ?? '')
    await t.as(c.elsewhere).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })
    expect(await read(shipmentId)).toMatchObject({ back: 0 })
    await expect(calls(c.lead).updateOneVoid({ shipmentId, reason: 'Changed my mind' })).rejects.toMatchObject({
      cause: { key: 'shipment_arrived' },
    })
    expect(await departures(shipmentId)).toEqual([null])
    await t.as(c.admin).order.updateUndoReceipt({
      documentId: upload.documentId ?? 0,
      receiptId: await receiptOf(upload.documentId ?? 0),
      reason: 'Not here',
    })
    await calls().updateOneVoid({ shipmentId, reason: 'Changed my mind' })
    expect(await stopsOf(serial)).toEqual([])
  })
})

test('The dispense check shows the day on which a package left, in the time zone of the package’s location', async () => {
  const { begin, scan, send, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const [serial = ''] = serials
  const shipmentId = await begin(await addReceiver())
  const { unit } = await scan(shipmentId, serial)
  await send(shipmentId)
  await t.query("update departure set left_at = '2026-11-20T02:30:00Z' where shipment_id = $1 and customer_id = $2", [
    shipmentId,
    c.customerId,
  ])
  const { reasons } = await t.as(c.lead).dispense.createOne({ gtin: unit?.gtin ?? '', serialNumber: serial })
  expect(reasons[0]?.text).toContain('on 11/19/2026, with shipment')
})

describe('packages that came back without a file', () => {
  /** Sends a shipment of two packages, then advances the clock by two days. */
  async function sold() {
    const { begin, scan, send, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const [one = '', two = ''] = serials
    const shipmentId = await begin(await addReceiver())
    const { unit } = await scan(shipmentId, one)
    await scan(shipmentId, two)
    await send(shipmentId)
    t.clock.advance(48 * HOUR)
    return { shipmentId, one, two, unit }
  }

  test('are in stock again, with the person and the reason recorded, and the shipment shows how many came back', async () => {
    const { shipmentId, one, two, unit } = await sold()
    expect(await kit().read(shipmentId)).toMatchObject({ back: 0, mayTakeBack: true, mayVoid: false, takenBack: [] })
    const codes = `01${unit?.gtin}21${one}\n`
    await kit().calls().updateOneBack({ shipmentId, codes, reason: 'Refused at the door' })
    expect(await departures(shipmentId)).toEqual(expect.arrayContaining(['takenBack', null]))
    expect(await stopsOf(one)).toEqual([])
    expect(await stopsOf(two)).toContain('left')
    expect(await kit().read(shipmentId)).toMatchObject({
      back: 1,
      mayTakeBack: true,
      takenBack: [{ by: 'Lead Tester', reason: 'Refused at the door', meds: 1 }],
    })
    const { history, sentTo } = await t.as(c.lead).med.readOneById({ medId: unit?.medId ?? 0 })
    expect(sentTo).toBeNull()
    expect(history.find(({ what }) => what === 'Came back without a file: in stock again')?.detail).toContain('Refused at the door')
    await kit().calls().updateOneBack({ shipmentId, all: true, reason: 'The rest came too' })
    expect(await kit().read(shipmentId)).toMatchObject({ back: 2, mayTakeBack: false })
  })

  test('are recorded together, or not at all if one of the codes names no package that was sent', async () => {
    const { shipmentId, one } = await sold()
    const back = (codes: string) => kit().calls().updateOneBack({ shipmentId, codes, reason: 'Refused' })
    await expect(back(`${one}\nNEVER-SENT`)).rejects.toMatchObject({
      cause: { key: 'shipment_not_out', message: expect.stringContaining('NEVER-SENT'), facts: { field: 'codes' } },
    })
    await expect(back('')).rejects.toThrow('Scan or type at least one package')
    expect(await departures(shipmentId)).toEqual([null, null])
    await back(one)
    await expect(back(one)).rejects.toMatchObject({ cause: { key: 'shipment_not_out' } })
  })

  test('can be recorded by scanning one case, even if only the code of the whole pallet was scanned when the package was shipped', async () => {
    const { begin, scan, send, addReceiver, calls, read } = kit()
    const order = await receivedOrder({ meds: 6, perCase: 3, casesPerPallet: 2, products: SAMPLE_PRODUCTS.slice(0, 1) })
    const containers = await t.query<{ code: string }>(
      `select coalesce(d.sscc, m.serial_number) as code from document_med d left join med m on m.id = d.med_id
        where d.customer_id = $1 and d.document_id = $2 and d.is_package order by d.line`,
      [c.customerId, order.id],
    )
    const [pallet = '', firstCase = ''] = containers.map(({ code }) => code)
    const shipmentId = await begin(await addReceiver())
    expect((await scan(shipmentId, pallet)).stops).toEqual([])
    await send(shipmentId)
    await calls().updateOneBack({ shipmentId, codes: firstCase, reason: 'Refused' })
    expect(await read(shipmentId)).toMatchObject({ meds: 6, back: 3 })
  })

  test('can be recorded only by people who may send shipments', async () => {
    const { shipmentId } = await sold()
    await expect(kit().calls(c.staff).updateOneBack({ shipmentId, all: true, reason: 'Refused' })).rejects.toMatchObject({
      cause: { key: 'not_allowed' },
    })
  })
})
