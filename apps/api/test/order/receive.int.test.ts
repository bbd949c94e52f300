import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, mark } from '../make.ts'
import { collectLines, collectMeds } from './lines.ts'

const t = useTestDb()
const customer = useCustomer(t)

const as = (user: TestUser = customer.staff) => t.as(user).order
const detail = (documentId: number) => as().readOneById({ documentId })
const left = async (documentId: number) => (await detail(documentId)).amountNotReceived

describe('receiving everything', () => {
  test('[RECV-010 REST-033] receives all packages that are still open, and nothing when it is repeated', async () => {
    const { id } = await addOrder(customer, { meds: 4 })
    const receiveAll = as().updateReceiveAllByDocumentid
    expect(await receiveAll({ documentId: id })).toEqual({
      received: 4,
      alreadyReceived: 0,
      expired: 0,
      notFound: [],
      held: [],
      differs: [],
      notReceived: [],
      amountNotReceived: 0,
      receiptId: expect.any(Number),
    })
    expect(await receiveAll({ documentId: id })).toEqual({
      received: 0,
      alreadyReceived: 4,
      expired: 0,
      notFound: [],
      held: [],
      differs: [],
      notReceived: [],
      amountNotReceived: 0,
      receiptId: null,
    })
    expect(await left(id)).toBe(0)
  })

  test('[RECV-006 RECV-009] records each med as received, with the person and the time', async () => {
    const { id, serials } = await addOrder(customer, { meds: 4 })
    const unit = async () => (await as().readManyUnits({ documentId: id, parentLine: (await collectMeds(t, id))[0] ? 1 : null })).items
    expect((await unit()).every((med) => med.receivedById === null && med.datetimeReceived === null)).toBe(true)
    await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials[0] ?? '' })
    const [first] = (await collectMeds(t, id)).filter((line) => line.serial === serials[0])
    expect(first).toMatchObject({ by: customer.staff.userId, at: t.clock.now() })
    expect((await collectMeds(t, id)).filter((line) => line.by !== null)).toHaveLength(1)
    expect(await left(id)).toBe(3)
  })

  test('counts a package once if it is named by both serial number and SGTIN', async () => {
    const { id, serials, text } = await addOrder(customer, { meds: 4 })
    const [serialNumber = ''] = serials
    const [sgtin = ''] = text.match(new RegExp(`urn:epc:id:sgtin:[\\d.]+\\.${serialNumber}\\b`)) ?? []
    expect(sgtin).not.toBe('')
    expect(await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber, sgtin })).toMatchObject({ received: 1, notFound: [] })
  })

  test('also receives expired meds, and reports how many there were', async () => {
    const { id } = await addOrder(customer, { meds: 4, expirationDate: '2025-01-31' })
    expect(await as().updateReceiveAllByDocumentid({ documentId: id })).toMatchObject({ received: 4, expired: 4, amountNotReceived: 0 })
  })

  test('receives each med once if two people do it concurrently', async () => {
    const { id } = await addOrder(customer, { meds: 60, perCase: 5 })
    const answers = await Promise.all(
      [customer.staff, customer.colleague, customer.lead, customer.admin].map((user) =>
        as(user).updateReceiveAllByDocumentid({ documentId: id }),
      ),
    )
    expect(answers.map((answer) => answer.received).sort((a, b) => b - a)).toEqual([60, 0, 0, 0])
    expect(answers.every((answer) => answer.amountNotReceived === 0)).toBe(true)
    const [row] = await t.query(
      'select amount_received as received, (select count(*)::int from receipt where document_id = $1) as receipts from "order" where id = $1',
      [id],
    )
    expect(row).toEqual({ received: 60, receipts: 1 })
  })

  test('adds up correctly if two people receive different parts concurrently', async () => {
    const { id, serials } = await addOrder(customer, { meds: 40, perCase: 5 })
    const halves = [serials.slice(0, 25), serials.slice(15)]
    const answers = await Promise.all(
      halves.map((serialNumber, index) =>
        as([customer.staff, customer.colleague][index]).updateReceiveManyBySerialnumber({ documentId: id, serialNumber }),
      ),
    )
    expect(answers.reduce((sum, answer) => sum + answer.received, 0)).toBe(40)
    expect(answers.reduce((sum, answer) => sum + answer.alreadyReceived, 0)).toBe(10)
    expect(await left(id)).toBe(0)
  })
})

describe('receiving by serial number', () => {
  test('[RECV-011 REST-030] accepts one or many serial numbers, reports those not found, and has no effect when repeated', async () => {
    const { id, serials } = await addOrder(customer, { meds: 4 })
    const receive = as().updateReceiveManyBySerialnumber
    expect(await receive({ documentId: id, serialNumber: serials[0] ?? '' })).toMatchObject({
      received: 1,
      alreadyReceived: 0,
      notFound: [],
      amountNotReceived: 3,
    })
    const many = [...serials.slice(0, 3), 'NOWHERE']
    expect(await receive({ documentId: id, serialNumber: many })).toMatchObject({
      received: 2,
      alreadyReceived: 1,
      notFound: ['NOWHERE'],
      amountNotReceived: 1,
    })
    expect(await receive({ documentId: id, serialNumber: many })).toMatchObject({ received: 0, alreadyReceived: 3, receiptId: null })
    expect((await collectMeds(t, id)).filter((line) => line.by).map((line) => line.how)).toEqual(['serial', 'serial', 'serial'])
  })

  test('accepts an SGTIN in each of its written forms', async () => {
    const { id, text } = await addOrder(customer, { meds: 4 })
    const urns = [...new Set(text.match(/urn:epc:id:sgtin:[0-9.]+\.[A-Z0-9]+/g))]
    const meds = await collectMeds(t, id)
    const links = meds.map((med) => `https://id.gs1.org/01/${med.gtin}/21/${med.serial}`)
    expect(await as().updateReceiveManyBySerialnumber({ documentId: id, sgtin: links.slice(0, 1) })).toMatchObject({
      received: 1,
      notFound: [],
    })
    const own = urns.filter((urn) => urn.endsWith(`.${meds[1]?.serial}`))
    expect(await as().updateReceiveManyBySerialnumber({ documentId: id, sgtin: own })).toMatchObject({ received: 1, notFound: [] })
  })

  test('requires at least one serial number', async () => {
    const { id } = await addOrder(customer)
    await expect(as().updateReceiveManyBySerialnumber({ documentId: id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('receives nothing for a bare serial number that matches two products, and returns the candidates', async () => {
    const { id } = await addOrder(customer, { meds: 4 })
    const [one, two] = await collectMeds(t, id)
    await t.query('update med set serial_number = $1 where id in ($2, $3)', ['TWICE', one?.medId, two?.medId])
    const receive = as().updateReceiveManyBySerialnumber
    const refused = await receive({ documentId: id, serialNumber: ['TWICE'] }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'CONFLICT', cause: { key: 'serial_ambiguous', facts: { serialNumber: 'TWICE' } } })
    expect((refused as { cause: { facts: { candidates: unknown[] } } }).cause.facts.candidates).toEqual([
      { gtin: one?.gtin, lotNumber: 'MF26A', medName: 'Metformin HCl' },
      { gtin: two?.gtin, lotNumber: 'LS26C', medName: 'Lisinopril' },
    ])
    expect(await left(id)).toBe(4)
    expect(await receive({ documentId: id, serialNumber: 'TWICE', gtin: two?.gtin ?? '' })).toMatchObject({ received: 1 })
    expect((await collectMeds(t, id)).filter((line) => line.by).map((line) => line.medId)).toEqual([two?.medId])
  })

  test('accepts the serial number of a case and receives the case with its contents', async () => {
    const { id } = await addOrder(customer, { meds: 8, perCase: 2 })
    const box = (await collectLines(t, id)).find((line) => line.isPackage && line.serial)
    expect(await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber: box?.serial ?? '', how: 'scan' })).toMatchObject({
      received: 2,
    })
    expect((await collectMeds(t, id)).filter((line) => line.by).map((line) => line.how)).toEqual(['container', 'container'])
  })

  test('records a scan as the method of receipt', async () => {
    const { id, serials } = await addOrder(customer)
    await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials[0] ?? '', how: 'scan' })
    expect((await collectMeds(t, id))[0]?.how).toBe('scan')
  })
})

describe('receiving by product and by container', () => {
  test('[RECV-012 REST-031] completes a product group once all its meds are received', async () => {
    const { id } = await addOrder(customer, { meds: 12, perCase: 2 })
    const before = await detail(id)
    expect(before.products.map((group) => [group.product.regulatedProductName, group.total, group.received])).toEqual([
      ['Metformin HCl', 3, 0],
      ['Lisinopril', 3, 0],
      ['Atorvastatin Calcium', 3, 0],
      ['Amoxicillin', 3, 0],
    ])
    const ids = before.products.map((group) => group.product.id)
    const receive = as().updateReceiveManyByEpcismedvocabularyid
    expect(await receive({ documentId: id, epcisMedVocabularyId: ids[1] ?? 0 })).toMatchObject({
      received: 3,
      alreadyReceived: 0,
      amountNotReceived: 9,
    })
    expect((await detail(id)).products.map((group) => group.received)).toEqual([0, 3, 0, 0])
    expect(await receive({ documentId: id, epcisMedVocabularyId: [ids[1] ?? 0, ids[0] ?? 0, 999_999] })).toMatchObject({
      received: 3,
      alreadyReceived: 3,
      notFound: [999_999],
      amountNotReceived: 6,
    })
  })

  test('[RECV-013 REST-032] receives a pallet by its SSCC, with or without its AI, and a case by its serial number', async () => {
    const { id } = await addOrder(customer, { meds: 16, perCase: 2, casesPerPallet: 4 })
    const lines = await collectLines(t, id)
    const [first, second] = lines.filter((line) => line.sscc)
    const receive = as().updateReceiveManyByShippingContainerCode
    expect(await receive({ documentId: id, shippingContainerCode: first?.sscc ?? '' })).toMatchObject({ received: 8, amountNotReceived: 8 })
    expect(await receive({ documentId: id, shippingContainerCode: `(00)${first?.sscc}` })).toMatchObject({
      received: 0,
      alreadyReceived: 8,
    })
    const box = lines.find((line) => line.line > (second?.line ?? 0) && line.isPackage)
    expect(await receive({ documentId: id, shippingContainerCode: [box?.serial ?? '', '000000000000000000'] })).toMatchObject({
      received: 2,
      notFound: ['000000000000000000'],
      amountNotReceived: 6,
    })
    expect(await receive({ documentId: id, shippingContainerCode: `00${second?.sscc}` })).toMatchObject({
      received: 6,
      alreadyReceived: 2,
      amountNotReceived: 0,
    })
    const roots = (await as().readManyUnits({ documentId: id })).items
    expect(roots.map((unit) => [unit.kind, unit.meds, unit.received, unit.children])).toEqual([
      ['package', 8, 8, 4],
      ['package', 8, 8, 4],
    ])
  })

  test('does not receive meds that were listed but not shipped', async () => {
    const { id } = await addOrder(customer, { meds: 12, perCase: 2, faults: ['notShipped'] })
    expect(await as().updateReceiveAllByDocumentid({ documentId: id })).toMatchObject({ received: 11, amountNotReceived: 0 })
    const loose = await t.query<{ serial: string }>(
      'select m.serial_number as serial from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_shipped and not d.is_package',
      [id],
    )
    expect(await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber: loose[0]?.serial ?? '' })).toMatchObject({
      received: 0,
      alreadyReceived: 0,
    })
  })
})

describe('the packaging tree', () => {
  test('is paged by level', async () => {
    const { id } = await addOrder(customer, { meds: 16, perCase: 2, casesPerPallet: 4 })
    const page = await as().readManyUnits({ documentId: id, limit: 1 })
    expect(page.items).toHaveLength(1)
    const next = await as().readManyUnits({ documentId: id, limit: 1, cursor: page.nextCursor ?? 0 })
    expect(next).toMatchObject({ nextCursor: null })
    const cases = await as().readManyUnits({ documentId: id, parentLine: page.items[0]?.line ?? 0 })
    expect(cases.items.map((unit) => [unit.kind, unit.meds, unit.children])).toEqual(Array.from({ length: 4 }, () => ['package', 2, 2]))
    const meds = await as().readManyUnits({ documentId: id, parentLine: cases.items[0]?.line ?? 0 })
    expect(meds.items).toMatchObject([
      { kind: 'med', lotNumber: 'MF26A', receivedBy: null, how: null },
      { kind: 'med', lotNumber: 'MF26A', receivedBy: null, how: null },
    ])
  })

  test('has a scan index that lists every line with its state and the package that contains it', async () => {
    const { id, serials } = await addOrder(customer, { meds: 4, perCase: 1, casesPerPallet: 4 })
    await as().updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials[3] ?? '' })
    const index = await as().readScanIndex({ documentId: id })
    expect(index.count).toBe(9)
    expect(index.states).toBe('330303031')
    expect(index.parents).toBe('-1,0,1,0,3,0,5,0,7')
    expect(index.lasts).toBe('8,2,2,4,4,6,6,8,8')
    const keys = index.keys.split('\n')
    expect([2, 4, 6, 8].map((line) => keys[line])).toEqual(serials)
    const facts = index.meta.split(',').map((place) => index.facts[Number(place)])
    expect(facts[8]).toMatchObject({ gtin: expect.stringMatching(/^\d{14}$/), lotNumber: 'AX26B' })
  })

  test('shows a med in amber, not as done, if it was received with another order', async () => {
    const serialSeed = mark()
    const [first, second] = [
      await addOrder(customer, { serialSeed, meds: 4, perCase: 4 }),
      await addOrder(customer, { serialSeed, meds: 4, perCase: 4 }),
    ]
    await as().updateReceiveAllByDocumentid({ documentId: first.id })
    expect(await left(second.id)).toBe(4)
    expect((await as().readScanIndex({ documentId: second.id })).states.replaceAll('3', '')).toBe('5555')
    const found = await as().readElsewhere({ documentId: second.id, serialNumber: first.serials[0] ?? '' })
    expect(found.found).toMatchObject([{ documentId: first.id, received: true }])
    expect(await as().updateReceiveAllByDocumentid({ documentId: second.id })).toMatchObject({ received: 4, alreadyReceived: 0 })
  })
})

describe('the progress of an order', () => {
  test('shows what others received or undid since the last poll', async () => {
    const { id, serials } = await addOrder(customer, { meds: 4 })
    const start = await as().readProgress({ documentId: id, afterReceiptId: 0 })
    expect(start).toEqual({ amountNotReceived: 4, amountHeld: 0, lastReceiptId: 0, replacedById: null, changes: [] })
    const { receiptId } = await as(customer.colleague).updateReceiveManyBySerialnumber({
      documentId: id,
      serialNumber: serials.slice(0, 2),
    })
    const seen = await as().readProgress({ documentId: id, afterReceiptId: 0 })
    expect(seen).toMatchObject({
      amountNotReceived: 2,
      lastReceiptId: receiptId,
      changes: [
        { receiptId, userId: customer.colleague.userId, by: { firstName: 'Colleague', lastName: 'Tester' }, how: 'serial', undone: false },
      ],
    })
    const meds = await collectMeds(t, id)
    const covered = (seen.changes[0]?.lines ?? []).flatMap(([from, to]) =>
      meds.filter((med) => med.line >= from && med.line <= to).map((med) => med.serial),
    )
    expect(covered).toEqual(serials.slice(0, 2))
    await as(customer.colleague).updateUndoReceipt({ documentId: id, receiptId: receiptId ?? 0 })
    const after = await as().readProgress({ documentId: id, afterReceiptId: seen.lastReceiptId })
    expect(after).toMatchObject({ amountNotReceived: 4, changes: [{ receiptId, undone: true }] })
    expect(await as().readProgress({ documentId: id, afterReceiptId: after.lastReceiptId })).toMatchObject({ changes: [] })
  })
})
