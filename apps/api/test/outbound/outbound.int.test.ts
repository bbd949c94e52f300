import { validateEpcis } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readStoredPack, rowsOf } from '../inspection/read-pack.ts'
import { addOrder, importText, newCustomer, newParty } from '../make.ts'
import { days } from '../sample.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

async function receivedOrder(meds = 3) {
  const order = await addOrder(c, { meds })
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

describe('a shipment', () => {
  test('accepts scanned packages, which count as gone only when the shipment is sent', async () => {
    const { begin, scan, send, read, stops, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    const shipmentId = await begin(to, { purchaseOrder: 'PO-77' })
    const scanned = await scan(shipmentId, serials[0] ?? '')
    expect(scanned).toMatchObject({ stops: [], units: 1, meds: 1, unit: { n: 1, serialNumber: serials[0] } })
    expect(await stops(shipmentId, serials[0] ?? '')).toEqual(['thisShipment'])
    expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
    await send(shipmentId)
    expect(await read(shipmentId)).toMatchObject({ state: 'sent', papers: 'ready', gaps: [], licenseWords: 'Authorized in Kentucky' })
    const later = await begin(to)
    expect(await stops(later, serials[0] ?? '')).toEqual(['left'])
    await expect(scan(shipmentId, serials[1] ?? '')).rejects.toMatchObject({ cause: { key: 'shipment_sent' } })
  })

  test('produces a letter, a list and a valid EPCIS document, and another customer can receive its packages one by one', async () => {
    const { begin, scan, send, textOf, read, addReceiver } = kit()
    const { serials } = await receivedOrder(5)
    const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
    const to = await addReceiver(other.main.party)
    const shipmentId = await begin(to, { purchaseOrder: 'PO 12/3:4 <&> ü 100%' })
    for (const serial of serials.slice(0, 3)) await scan(shipmentId, serial)
    await send(shipmentId)
    expect((await read(shipmentId)).documents.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'epcis', 'letter'])
    const xml = (await textOf(shipmentId, 'epcis')) ?? ''
    const judged = validateEpcis(new TextEncoder().encode(xml), {})
    expect({ findings: judged.findings, warnings: judged.document.warnings }).toEqual({ findings: [], warnings: [] })
    expect(await textOf(shipmentId, 'csv')).toContain(serials[2])
    const upload = await importText(t, other.lead, xml)
    const documentId = upload.documentId ?? 0
    for (const serialNumber of serials.slice(0, 3))
      await t.as(other.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber })
    const order = await t.as(other.staff).order.readOneById({ documentId })
    expect(order).toMatchObject({ amountOfMeds: 3, amountNotReceived: 0, purchaseOrderNumbers: ['PO 12/3:4 <&> ü 100%'] })
  })

  test('accepts a case with all of its contents, and its document contains the packing event', async () => {
    const { begin, scan, send, textOf, addReceiver } = kit()
    const order = await receivedOrder(4)
    const [box] = await t.query<{ serial: string }>(
      'select m.serial_number as serial from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id where d.document_id = $1 and d.is_package order by d.line limit 1',
      [order.id],
    )
    const shipmentId = await begin(await addReceiver())
    const scanned = await scan(shipmentId, box?.serial ?? '')
    expect(scanned.unit).toMatchObject({ isPackage: true })
    await send(shipmentId)
    const xml = (await textOf(shipmentId, 'epcis')) ?? ''
    expect(xml).toContain('bizstep:packing')
    expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
  })

  test('cannot include a package that is in another shipment, even if two people scan it into both at the same moment', async () => {
    const { begin, scan, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    const [one, two] = [await begin(to), await begin(to)]
    const answers = await Promise.all([scan(one, serials[0] ?? ''), scan(two, serials[0] ?? '', {}, c.colleague)])
    expect(answers.filter(({ unit }) => unit !== null)).toHaveLength(1)
    expect(answers.flatMap(({ stops }) => stops.map(({ code }) => code))).toEqual(['otherShipment'])
  })

  test('is not sent if a package was put on hold after it was scanned', async () => {
    const { begin, scan, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    const { unit } = await scan(shipmentId, serials[0] ?? '')
    await t.as(c.lead).med.createOneHold({ target: { medId: unit?.medId ?? 0 }, reason: 'Seal broken' })
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_stopped' } })
    expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
  })

  test('can be voided within a day: its packages are in stock again, and a document states the void', async () => {
    const { begin, scan, send, calls, read, textOf, stops, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    const shipmentId = await begin(to)
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    await calls().updateOneVoid({ shipmentId, reason: 'Sent to the wrong store' })
    await t.runJobs()
    expect(await read(shipmentId)).toMatchObject({ state: 'voided', papers: 'ready', voidReason: 'Sent to the wrong store' })
    const xml = (await textOf(shipmentId, 'void')) ?? ''
    expect(xml).toContain('bizstep:void_shipping')
    expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
    expect(await stops(await begin(to), serials[0] ?? '')).toEqual([])
  })

  test('cannot be voided after a day', async () => {
    const { begin, scan, send, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    t.clock.advance(25 * 3_600_000)
    await expect(calls().updateOneVoid({ shipmentId, reason: 'Too late' })).rejects.toMatchObject({ cause: { key: 'shipment_too_old' } })
  })
})

describe('a package that left', () => {
  test('is denied at a dispense check, and the receiver is named in the package’s pedigree and in search results', async () => {
    const { begin, scan, send, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    const { unit } = await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    const asked = { gtin: unit?.gtin ?? '', serialNumber: serials[0] ?? '' }
    expect(await t.as(c.lead).dispense.createOne(asked)).toMatchObject({ allowed: false, reasons: [{ code: 'sent_away' }] })
    const { history, sentTo } = await t.as(c.lead).med.readOneById({ medId: unit?.medId ?? 0 })
    expect(sentTo).toBe('Harbor Pharmacy')
    expect(history.map(({ what, shipmentId: of }) => [what, of])).toContainEqual(['Sent to Harbor Pharmacy', shipmentId])
    const { hits } = await t.as(c.lead).finder.readManyByText({ text: serials[0] ?? '' })
    expect(hits[0]?.detail).toContain('Sent to Harbor Pharmacy')
  })

  test('counts as returned when it is received again, for example when the other customer returns a loan', async () => {
    const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
    const { begin, scan, send, stops, textOf, read, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const [serial = ''] = serials
    const to = await addReceiver(other.main.party)
    const loan = await begin(to, { purpose: 'loan', dueBack: '2027-01-31' })
    await scan(loan, serial)
    await send(loan)
    const upload = await importText(t, other.lead, (await textOf(loan, 'epcis')) ?? '')
    await t.as(other.lead).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })
    const theirs = makeShipmentKit(t, other)
    const back = await theirs.begin(await theirs.addReceiver(c.main.party), { purpose: 'loanReturn' })
    await theirs.scan(back, serial)
    await theirs.send(back)
    const returned = await importText(t, c.lead, (await theirs.textOf(back, 'epcis')) ?? '')
    const documentId = returned.documentId ?? 0
    expect((await t.as(c.lead).order.readScanIndex({ documentId })).states).toBe('0')
    await t.as(c.lead).order.updateReceiveManyBySerialnumber({ documentId, serialNumber: serial })
    expect(await t.query('select back_how from departure where customer_id = $1', [c.customerId])).toEqual([{ back_how: 'received' }])
    expect(await stops(await begin(to), serial)).toEqual([])
    expect(await read(loan)).toMatchObject({ back: 1, isOverdue: false, maySettle: true })
    expect((await calls().readMany({ view: 'loans' })).items).toEqual([])
  })

  test('is in the inspection pack, with the documents as they were generated', async () => {
    const { begin, scan, send, read, textOf, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver(), {
      purpose: 'need',
      contact: 'Ines, 502-555-0100',
      reason: 'Patient waits, box is empty',
      valueCents: 4250,
    })
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId, { mailTo: 'desk@harbor.tst' })
    const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'Grace Holloway', parts: ['outbound'] })
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    expect(rowsOf(pack, '10-outbound/shipments.csv')).toMatchObject([
      { Purpose: 'Specific patient need', To: 'Harbor Pharmacy', Contact: 'Ines, 502-555-0100', Reason: 'Patient waits, box is empty' },
    ])
    expect(rowsOf(pack, '10-outbound/shipments.csv')).toMatchObject([{ 'Approved by': '', 'Value in USD': '42.50' }])
    expect(rowsOf(pack, '10-outbound/deliveries.csv')).toMatchObject([
      { Documents: 'Link to all documents', To: 'desk@harbor.tst', State: 'sent', 'Link opened': '0' },
    ])
    expect(rowsOf(pack, '10-outbound/packages.csv')).toMatchObject([{ 'Serial number': serials[0], To: 'Harbor Pharmacy' }])
    const { filename = '' } = (await read(shipmentId)).documents.find(({ kind }) => kind === 'epcis') ?? {}
    expect(pack.get(`10-outbound/documents/${shipmentId}-${filename}`)).toBe(await textOf(shipmentId, 'epcis'))
  })

  test('counts as sold in the balance of an inspection pack', async () => {
    const { begin, scan, send, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    const balance = await t.as(c.admin).inspection.readManyBalance({ preset: 'pbm', ...days })
    expect(JSON.stringify(balance)).toContain('"sold":1')
  })
})

describe('a loan and a return', () => {
  test('show the loan as overdue if it is due and not returned, until somebody settles it', async () => {
    const { begin, scan, send, read, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const dueBack = t.clock.now().toISOString().slice(0, 10)
    const shipmentId = await begin(await addReceiver(), { purpose: 'loan', dueBack })
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    t.clock.advance(48 * 3_600_000)
    expect((await calls().readMany({ view: 'loans' })).items).toMatchObject([{ id: shipmentId, isOverdue: true, back: 0 }])
    await calls().updateOneSettle({ shipmentId, note: 'Another bottle came back' })
    expect(await read(shipmentId)).toMatchObject({ isOverdue: false, maySettle: false, settleNote: 'Another bottle came back' })
    await expect(calls().updateOneSettle({ shipmentId, note: null })).rejects.toMatchObject({ cause: { key: 'shipment_not_settleable' } })
  })

  test('differ: a return goes to the seller of its packages, needs the seller’s authorization, and is credited at the end', async () => {
    const { begin, scan, read, send, calls, addReceiver } = kit()
    const sender = newParty('Northway Wholesale')
    const order = await addOrder(c, { sender })
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const shipmentId = await begin(await addReceiver(sender), { purpose: 'return' })
    expect((await scan(shipmentId, order.serials[0] ?? '')).stops).toEqual([])
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_rma_missing' } })
    await calls().updateOne({ shipmentId, rma: 'RMA-4711' })
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_labels_unchecked' } })
    await send(shipmentId, { labelsChecked: true })
    await calls().updateOneSettle({ shipmentId, note: 'Credit memo 12' })
    expect(await read(shipmentId)).toMatchObject({ rma: 'RMA-4711', settleNote: 'Credit memo 12', state: 'sent' })
  })
})

test('the counts for the calendar year show packages sent to other pharmacies beside packages received, and ignore voided shipments', async () => {
  const { begin, scan, send, calls, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const to = await addReceiver()
  const [sold, voided] = [await begin(to), await begin(to)]
  await scan(sold, serials[0] ?? '')
  await scan(voided, serials[1] ?? '')
  await send(sold)
  await send(voided)
  await calls().updateOneVoid({ shipmentId: voided, reason: 'Sent to the wrong store' })
  expect(await calls().readOneLimits()).toMatchObject({ locations: [{ locationId: c.main.id, sent: 1, received: 3 }] })
})

test('packages of a voided order do not count as received in the calendar year', async () => {
  const { begin, scan, send, calls, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, serials[0] ?? '')
  await send(shipmentId)
  const wrong = await receivedOrder()
  await t.as(c.admin).order.updateVoidOne({ documentId: wrong.id, reason: 'Uploaded to the wrong place' })
  expect(await calls().readOneLimits()).toMatchObject({ locations: [{ sent: 1, received: 3 }] })
})

test('the number of a removed unit is not reused, so a second request to remove it affects no other package', async () => {
  const { begin, scan, calls, read, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const shipmentId = await begin(await addReceiver())
  const first = await scan(shipmentId, serials[0] ?? '')
  const n = first.unit?.n ?? 0
  await calls().deleteOneUnit({ shipmentId, n })
  const second = await scan(shipmentId, serials[1] ?? '')
  expect(second.unit?.n).toBe(n + 1)
  await expect(calls().deleteOneUnit({ shipmentId, n })).rejects.toMatchObject({ cause: { key: 'shipment_unit_not_found' } })
  expect(await read(shipmentId)).toMatchObject({ meds: 1 })
})

describe('an email with the documents', () => {
  test('has a link that opens them without an account, and the shipment shows that it was opened', async () => {
    const { begin, scan, send, read, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId, { mailTo: 'desk@harbor.tst' })
    const [mail] = await t.query<{ body: string }>("select body from mail where customer_id = $1 and kind = 'shipment.documents'", [
      c.customerId,
    ])
    const token = /\/inspect\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const page = await t.anonymous().inspectionLink.openOne({ token })
    expect(page).toMatchObject({ kind: 'shipment', shipment: { to: 'Harbor Pharmacy', meds: 1, voided: null } })
    expect(page.kind === 'shipment' && page.shipment.files.map(({ name }) => name)).toContain('EPCIS document')
    expect((await read(shipmentId)).sendings).toMatchObject([{ to: 'desk@harbor.tst', status: 'sent', opened: 1 }])
  })

  test('is shown as undelivered if it does not arrive, and can be sent again; the packages still count as sent', async () => {
    const { begin, scan, send, read, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver())
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId, { mailTo: 'desk@harbor.tst' })
    await t.query("update mail set status = 'failed', last_error = 'Mailbox full' where customer_id = $1 and kind = 'shipment.documents'", [
      c.customerId,
    ])
    const failed = await read(shipmentId)
    expect(failed).toMatchObject({ state: 'sent', isUndelivered: true, sendings: [{ status: 'failed', error: 'Mailbox full' }] })
    await calls().updateOneMail({ shipmentId, sendingId: failed.sendings[0]?.id ?? 0 })
    await t.runJobs()
    expect(await read(shipmentId)).toMatchObject({ isUndelivered: false, sendings: [{ status: 'sent' }] })
  })
})

describe('a scan is stopped', () => {
  test('if the package is unknown or not received, or the code is unreadable', async () => {
    const { begin, stops, addReceiver } = kit()
    const { serials } = await addOrder(c)
    const shipmentId = await begin(await addReceiver())
    expect(await stops(shipmentId, 'NEVER-SEEN')).toEqual(['unknown'])
    expect(await stops(shipmentId, serials[0] ?? '')).toEqual(['notReceived'])
    expect(await stops(shipmentId, '0100312345678906')).toEqual(['unreadable'])
  })

  test('for a package that was not bought from the partner to which it is returned', async () => {
    const { begin, stops, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const shipmentId = await begin(await addReceiver(), { purpose: 'return', rma: 'RMA-1' })
    expect(await stops(shipmentId, serials[0] ?? '')).toEqual(['notBought'])
  })

  test('if the package expires soon, unless the user accepts that', async () => {
    const { begin, scan, addReceiver } = kit()
    const soon = new Date(t.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    const order = await addOrder(c, { expirationDate: soon })
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const shipmentId = await begin(await addReceiver())
    const stopped = await scan(shipmentId, order.serials[0] ?? '')
    expect(stopped).toMatchObject({ unit: null, mayAccept: true, stops: [{ code: 'short' }] })
    const taken = await scan(shipmentId, order.serials[0] ?? '', { accept: ['short'] })
    expect(taken.unit).toMatchObject({ accepted: ['short'] })
  })
})

describe('a partner', () => {
  test('that is not authorized today gets no shipment; a partner whose license is unknown gets one only if somebody accepts this', async () => {
    const { begin, scan, calls, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const ended = await begin(await addReceiver(undefined, { validTo: '2021-01-01' }))
    await scan(ended, serials[0] ?? '')
    await expect(calls().updateOneSend({ shipmentId: ended })).rejects.toMatchObject({ cause: { key: 'shipment_partner_refused' } })
    const unknown = await begin(await addReceiver(undefined, false))
    await scan(unknown, serials[1] ?? '')
    await expect(calls().updateOneSend({ shipmentId: unknown })).rejects.toMatchObject({ cause: { key: 'shipment_license_unknown' } })
    await calls().updateOneSend({ shipmentId: unknown, acceptUnknownLicense: true })
  })

  test('that uses guideline R1.2 gets a document that follows it', async () => {
    const { begin, scan, send, textOf, addReceiver } = kit()
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    await t.as(c.lead).tradingPartner.createOnePreference({
      tradingPartnerId: to.id,
      validFrom: '2026-01-01',
      guideline: 'r12',
      delivery: 'mail',
      emailAddress: 'desk@harbor.tst',
      tiForNeed: true,
      tiForReturn: true,
    })
    const shipmentId = await begin(to)
    await scan(shipmentId, serials[0] ?? '')
    await send(shipmentId)
    const xml = (await textOf(shipmentId, 'epcis')) ?? ''
    expect(xml).toContain('FDA_NDC_11')
    expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
  })
})
