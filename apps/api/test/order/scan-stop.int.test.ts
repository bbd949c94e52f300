import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb()
const customer = useCustomer(t)
let documentId: number
let serials: string[]
beforeEach(async () => {
  const order = await addOrder(customer, { meds: 8, expirationDate: '2028-04-30' })
  documentId = order.id
  serials = [...order.serials]
})

const calls = () => t.as(customer.staff).order
const stop = (serialNumber = '', kind: 'differs' | 'expired' | 'setAside' | 'unknown' | 'held' = 'setAside', more = {}) =>
  calls().createOneStop({ documentId, kind, how: 'scan', serialNumber, ...more })
const unitAround = async (serial = '') => {
  const [unit] = await t.query<{ sscc: string; meds: number; productId: number }>(
    `select p.sscc, p.meds, d.epcis_med_vocabulary_id::int as "productId" from document_med d join med m on m.id = d.med_id
     join document_med p on p.document_id = d.document_id and p.customer_id = d.customer_id and p.sscc is not null and d.line between p.line and p.last_line
     where d.document_id = $1 and m.serial_number = $2 order by p.line limit 1`,
    [documentId, serial],
  )
  if (!unit) throw new Error('no unit around')
  return unit
}
const trail = (action: string) =>
  t.query<{ detail: Record<string, unknown>; userId: number }>(
    `select detail, user_id::int as "userId" from audit where customer_id = $1 and action = $2 order by id`,
    [customer.customerId, action],
  )

describe('a package that was stopped', () => {
  test('is skipped and reported when the rest of its case, of its product or of the order is received', async () => {
    const [first = ''] = serials
    await stop(first, 'differs', { lotNumber: 'ZZ9' })
    const left = { notReceived: [{ serialNumber: first, why: 'differs', answer: null }] }
    const { sscc, meds, productId } = await unitAround(first)
    expect(await calls().updateReceiveManyByShippingContainerCode({ documentId, shippingContainerCode: sscc })).toMatchObject({
      received: meds - 1,
      ...left,
    })
    expect(await calls().updateReceiveManyByEpcismedvocabularyid({ documentId, epcisMedVocabularyId: productId })).toMatchObject(left)
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ ...left, amountNotReceived: 1 })
    expect(await calls().readOneById({ documentId })).toMatchObject({ amountNotReceived: 1, amountStopped: 1 })
  })

  test('is also skipped in a call over REST, and is listed with the reason', async () => {
    const [first = ''] = serials
    await stop(first, 'expired')
    const rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
    const { json } = await rest.put('/update/receive/all/by/documentid', { documentId })
    expect(json).toMatchObject({
      received: 7,
      notReceived: [{ serialNumber: first, why: 'expired', said: 'It is expired. No decision has been made yet.' }],
    })
  })

  test('is received only if it is scanned itself and a reason is given; undoing the receipt stops it again', async () => {
    const [first = ''] = serials
    await stop(first)
    expect(await calls().updateReceiveManyBySerialnumber({ documentId, serialNumber: first })).toMatchObject({
      received: 0,
      receiptId: null,
    })
    const said = { documentId, serialNumber: first, stopReason: 'The pharmacist looked at it' }
    const { received, receiptId } = await calls().updateReceiveManyBySerialnumber(said)
    expect(received).toBe(1)
    expect(await calls().readManyStops({ documentId })).toMatchObject([
      {
        serialNumber: first,
        isBlocking: false,
        answer: 'received',
        reason: said.stopReason,
        answeredBy: { firstName: expect.any(String) },
      },
    ])
    await calls().updateUndoReceipt({ documentId, receiptId: receiptId ?? 0, reason: 'too early' })
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({
      received: 7,
      notReceived: [{ serialNumber: first }],
    })
  })

  test('is not received if the user’s reason was given for a different problem', async () => {
    const [first = ''] = serials
    await stop(first, 'expired')
    const other = { documentId, serialNumber: first, reason: 'the label is right', elsewhereReason: 'it came here', recallReason: 'asked' }
    expect(await calls().updateReceiveManyBySerialnumber(other)).toMatchObject({ received: 0, notReceived: [{ why: 'expired' }] })
  })

  test('is not received with its case, even if a reason is given for the case', async () => {
    const [first = ''] = serials
    const { sscc, meds } = await unitAround(first)
    await stop(first)
    const call = { documentId, shippingContainerCode: sscc, stopReason: 'the case is fine' }
    expect(await calls().updateReceiveManyByShippingContainerCode(call)).toMatchObject({
      received: meds - 1,
      notReceived: [{ serialNumber: first }],
    })
  })

  test('is not received, nor are its contents if it is a case; a package in the case can still be received separately with a reason', async () => {
    const [first = ''] = serials
    const { sscc, meds } = await unitAround(first)
    await stop(sscc, 'differs')
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({
      received: 8 - meds,
      notReceived: [{ serialNumber: sscc }],
    })
    const one = { documentId, serialNumber: first, reason: 'the label of this one is right' }
    expect(await calls().updateReceiveManyBySerialnumber(one)).toMatchObject({ received: 1 })
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 0, amountNotReceived: meds - 1 })
  })

  test('is also listed if the server stopped it because the label differs', async () => {
    const [first = ''] = serials
    const scan = { documentId, serialNumber: first, lotNumber: 'ZZ9', expirationDate: '2028-05' }
    expect(await calls().updateReceiveManyBySerialnumber(scan)).toMatchObject({ received: 0, differs: [{ value: first }] })
    expect(await calls().readManyStops({ documentId })).toMatchObject([
      { kind: 'differs', isBlocking: true, lotNumber: 'ZZ9', expirationDate: '2028-05', fileExpirationDate: '2028-04-30' },
    ])
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 7 })
  })

  test('is no longer stopped once received', async () => {
    const [first = ''] = serials
    await calls().updateReceiveManyBySerialnumber({ documentId, serialNumber: first })
    await stop(first, 'differs')
    expect(await calls().readManyStops({ documentId })).toMatchObject([{ kind: 'differs', isBlocking: false }])
  })
})

describe('a stop', () => {
  test('does not block its package while the package is on hold, because the hold itself prevents the receipt', async () => {
    const [first = ''] = serials
    await stop(first)
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      first,
    ])
    await t.as(customer.staff).med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'looks odd' })
    expect(await calls().readManyStops({ documentId })).toMatchObject([{ answer: 'held', isBlocking: false, reason: 'looks odd' }])
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 7, held: [first], notReceived: [] })
  })

  test('is suspended only while its package is on hold; after the release, the stop must be answered again', async () => {
    const [first = ''] = serials
    await stop(first)
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId }, reason: 'the partner may not sell' })
    expect(await calls().readManyStops({ documentId })).toMatchObject([{ answer: 'held', isBlocking: false }])
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'the license was renewed' })
    expect(await calls().readManyStops({ documentId })).toMatchObject([{ answer: null, isBlocking: true }])
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({
      received: 7,
      notReceived: [{ serialNumber: first }],
    })
  })

  test('stays marked as “sent back”, even if its package is later held or released', async () => {
    const [first = ''] = serials
    await stop(first)
    const [{ id: stopId } = { id: 0 }] = await calls().readManyStops({ documentId })
    await calls().updateStopSentBack({ documentId, stopId, reason: 'the driver took it' })
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId }, reason: 'the partner may not sell' })
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'the license was renewed' })
    expect(await calls().readManyStops({ documentId })).toMatchObject([
      { answer: 'sentBack', isBlocking: true, reason: 'the driver took it' },
    ])
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ notReceived: [{ answer: 'sentBack' }] })
  })

  test('counts as answered once a ticket lists the stopped package, but the package is still not received', async () => {
    const [first = ''] = serials
    await stop(first)
    const ticket = await t
      .as(customer.staff)
      .documentException.createOneTicket({ documentId, kind: 'damage', items: [{ serialNumber: first }] })
    expect(await calls().readManyStops({ documentId })).toMatchObject([{ answer: 'ticket', isBlocking: true, ticket }])
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 7, notReceived: [{ answer: 'ticket' }] })
  })

  test('can be answered once by marking its package as sent back, with a reason; the package stays unreceived', async () => {
    const [first = ''] = serials
    await stop(first)
    const [{ id: stopId } = { id: 0 }] = await calls().readManyStops({ documentId })
    await calls().updateStopSentBack({ documentId, stopId, reason: 'the driver took it' })
    await expect(calls().updateStopSentBack({ documentId, stopId, reason: 'again' })).rejects.toMatchObject({
      cause: { key: 'stop_answered' },
    })
    expect(await calls().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ notReceived: [{ answer: 'sentBack' }] })
    expect(await trail('order.answerStop')).toMatchObject([
      { detail: { answer: 'sentBack', serialNumber: first, reason: 'the driver took it' } },
    ])
  })
})

describe('a rejected scan', () => {
  test('is recorded in the trail and on the order, with the time of the scan', async () => {
    const [first = ''] = serials
    await stop(first, 'held', { scannedMsAgo: 84_000 })
    await stop('NOT-LISTED', 'unknown', { gtin: '00399999999990' })
    const now = await t.query<{ now: Date }>('select now() as now')
    const stops = await calls().readManyStops({ documentId })
    expect(stops).toMatchObject([
      { kind: 'unknown', serialNumber: 'NOT-LISTED', line: null, isBlocking: false },
      { kind: 'held', serialNumber: first, isBlocking: false },
    ])
    const [unknown, held] = stops
    expect(Date.parse(unknown?.at ?? '') - Date.parse(held?.at ?? '')).toBeGreaterThanOrEqual(84_000)
    expect(now).toHaveLength(1)
    expect(await trail('order.stop')).toMatchObject([
      { userId: customer.staff.userId, detail: { kind: 'held', serialNumber: first } },
      { detail: { kind: 'unknown', serialNumber: 'NOT-LISTED' } },
    ])
  })

  test('is recorded once, however often the device sends it', async () => {
    const [first = ''] = serials
    await stop(first, 'setAside', { scanKey: 'one' })
    await stop(first, 'setAside', { scanKey: 'one' })
    expect(await calls().readManyStops({ documentId })).toHaveLength(1)
    expect(await trail('order.stop')).toHaveLength(1)
  })

  test('of an expired package in an order that is not on screen receives nothing; a second scan that gives a reason receives the package', async () => {
    const order = await addOrder(customer, { meds: 2, expirationDate: '2020-01-31' })
    const [first = ''] = order.serials
    const scan = { documentId: order.id, serialNumber: first, how: 'scan' as const, stopDated: true }
    expect(await calls().updateReceiveManyBySerialnumber(scan)).toMatchObject({ received: 0, notReceived: [{ why: 'expired' }] })
    expect(await calls().updateReceiveManyBySerialnumber({ ...scan, stopReason: 'for the return' })).toMatchObject({ received: 1 })
  })
})

test('A receipt has the time of its scan, even if the server learns of the scan later', async () => {
  const [first = '', second = ''] = serials
  await calls().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, scannedMsAgo: 84_000 })
  await calls().updateReceiveManyBySerialnumber({ documentId, serialNumber: second })
  const [newer, older] = await calls().readManyReceipts({ documentId })
  expect(Date.parse(newer?.at ?? '') - Date.parse(older?.at ?? '')).toBeGreaterThanOrEqual(84_000)
})

describe('closing an order short', () => {
  test('lists what did not arrive, without packages on hold or set aside', async () => {
    const [first = '', second = '', third = ''] = serials
    await stop(first)
    const target = { locationId: customer.main.id, gtin: null, serialNumber: second }
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      second,
    ])
    await t.as(customer.staff).med.createOneHold({ target: med ? { medId: med.id } : target, reason: 'odd' })
    for (const serialNumber of serials.slice(3)) await calls().updateReceiveManyBySerialnumber({ documentId, serialNumber })
    await t.as(customer.lead).order.updateCloseOne({ documentId, reason: 'never came' })
    const items = await t.query<{ serial: string }>(
      'select i.serial_number as serial from document_exception_item i join document_exception x on x.id = i.document_exception_id where x.order_id = $1',
      [documentId],
    )
    expect(items).toEqual([{ serial: third }])
  })

  test('completes the order without a ticket if nothing is missing', async () => {
    const [first = ''] = serials
    await stop(first)
    await calls().updateReceiveAllByDocumentid({ documentId })
    await t.as(customer.lead).order.updateCloseOne({ documentId, reason: 'the rest goes back' })
    expect(await t.query('select id from document_exception where order_id = $1', [documentId])).toEqual([])
    expect(await calls().readOneById({ documentId })).toMatchObject({ isClosed: true, amountStopped: 1 })
  })
})
