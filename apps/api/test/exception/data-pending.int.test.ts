import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
let ticketId: number
let ticketNumber: number
beforeEach(async () => {
  order = await addOrder(customer, { meds: 4, faults: ['missingReadPoint'] })
  const [ticket] = (await calls().readManyByFilters({})).items
  ticketId = ticket?.id ?? 0
  ticketNumber = ticket?.ticketNumber ?? 0
})

const calls = (user = customer.staff) => t.as(user).documentException
const orders = () => t.as(customer.staff).order
const held = async () => {
  const { amountHeld, amountPending, products } = await orders().readOneById({ documentId: order.id })
  return { amountHeld, amountPending, products: products.map((product) => [product.held, product.pending]) }
}
const findMed = async (at: number) => {
  const { items } = await t.as(customer.staff).med.readManyBySearch({ serialNumber: order.serials[at] ?? '' })
  const [med] = items
  if (!med) throw new Error('There is no such med.')
  return med
}

describe('a hold for data', () => {
  test('is distinguished from quarantine on the order, in the list, on the receiving page, on the med and in the search', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    const waiting = await held()
    expect(waiting.amountPending).toBeGreaterThan(0)
    expect(waiting.amountPending).toBe(waiting.amountHeld)
    const [finding] = (await calls().readOneById({ documentExceptionId: ticketId })).findings.filter(({ touches }) => touches)
    expect(finding?.touches?.pending).toBeGreaterThan(0)
    expect(finding?.touches?.pending).toBe(finding?.touches?.held)
    const [row] = (await orders().readManySearch({})).items
    expect(row).toMatchObject({ medsHeld: waiting.amountHeld, medsPending: waiting.amountHeld })
    const index = await orders().readScanIndex({ documentId: order.id })
    const [pending] = index.pending ?? []
    expect(pending).toMatchObject({ documentExceptionId: ticketId, ticketNumber })
    const lines = (pending?.lines ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    const heldLines = [...index.states].flatMap((state, line) => (state === '2' ? [line] : []))
    expect(lines.filter((line) => index.states[line] !== '3')).toEqual(heldLines)
    const serial = index.keys.split('\n')[heldLines[0] ?? 0] ?? ''
    const at = order.serials.indexOf(serial)
    expect(await findMed(at)).toMatchObject({ isHeld: true, isPending: true })
    expect(await t.as(customer.staff).med.readOneById({ medId: (await findMed(at)).id })).toMatchObject({ isHeld: true, isPending: true })
    const { hits } = await t.as(customer.staff).finder.readManyByText({ text: serial })
    expect(hits.find(({ kind }) => kind === 'med')).toMatchObject({ held: 1, pending: 1 })
    const [hold] = (await t.as(customer.lead).med.readManyHolds({})).items
    expect(hold).toMatchObject({ cause: 'dataPending', ticketNumber, mayRelease: false })
  })

  test('is distinguished from quarantine in the order’s CSV and PDF', async () => {
    const damaged = order.serials.slice(0, 2)
    const items = damaged.map((serialNumber) => ({ serialNumber }))
    const { documentExceptionId } = await calls().createOneTicket({ documentId: order.id, kind: 'damage', items })
    await calls().createOneHold({ documentExceptionId })
    await t.as(customer.staff).med.createOneHold({ target: { medId: (await findMed(1)).id }, reason: 'The seal is broken' })
    const { text } = await orders().readOneCsv({ documentId: order.id })
    const rows = text.split('\r\n')
    // Finds the word in the column "on hold" of a shipped package.
    const findWord = (serial: string) => rows.find((row) => row.startsWith(`${serial},`))?.match(/,yes,(data pending|yes|no),/)?.[1]
    expect(order.serials.map(findWord)).toEqual(['data pending', 'yes', 'no', 'no'])
    const { base64 } = await orders().readOneReport({ documentId: order.id })
    const paper = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
    for (const words of ['data pending, not received', 'on hold, not received', 'Data pending']) expect(paper).toContain(words)
  })

  test('is superseded by a quarantine of the product itself, and is pending again when that quarantine ends', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    const before = await held()
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { documentId: order.id }, reason: 'The seal is broken' })
    expect(await held()).toMatchObject({ amountHeld: 4, amountPending: 0 })
    expect((await orders().readScanIndex({ documentId: order.id })).pending).toEqual([])
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'Looked at it' })
    expect(await held()).toEqual(before)
  })

  test('disappears everywhere when its ticket is resolved by a corrected file or when the hold is released in an emergency', async () => {
    await calls().createOneHold({ documentExceptionId: ticketId })
    await calls(customer.lead).updateReleaseHeld({ documentExceptionId: ticketId, pharmacist: 'Dana Ruiz, RPh', reason: 'A patient waits' })
    expect(await held()).toMatchObject({ amountHeld: 0, amountPending: 0 })
    expect((await orders().readScanIndex({ documentId: order.id })).pending).toBeUndefined()
    expect((await orders().readManySearch({})).items[0]).toMatchObject({ medsHeld: 0, medsPending: 0 })
  })

  test.each(['RESOLVED', 'CLOSED'] as const)(
    'ends when its ticket is set to %s, which requires permission to release holds',
    async (status) => {
      await calls().createOneHold({ documentExceptionId: ticketId })
      const { amountHeld } = await held()
      const end = (user = customer.staff) => calls(user).createOneStatus({ documentExceptionId: ticketId, status })
      await expect(end()).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(
          new RegExp(`^${amountHeld} packages wait for corrected data on ticket ${ticketNumber}. Ask a location admin`),
        ),
      })
      expect(await calls().updateManyClosed({ documentExceptionIds: [ticketId], reason: 'accepted' })).toMatchObject({
        changed: 0,
        left: [{ ticketNumber, why: expect.stringContaining('a location admin can close the ticket') }],
      })
      await end(customer.lead)
      expect(await held()).toMatchObject({ amountHeld: 0, amountPending: 0 })
      const detail = await calls().readOneById({ documentExceptionId: ticketId })
      expect(detail).toMatchObject({ currentErrorStatus: status, held: 0 })
      expect(detail.activity.find(({ kind }) => kind === 'released')?.what).toBe(
        `released ${amountHeld} packages that were waiting for data`,
      )
      await calls().createOneStatus({ documentExceptionId: ticketId, status: 'OPEN', notes: 'Wrong again' })
      expect(await held()).toMatchObject({ amountHeld: 0 })
    },
  )

  test('does not prevent the closing of a ticket if none of the ticket’s packages is on hold', async () => {
    await calls().createOneStatus({ documentExceptionId: ticketId, status: 'CLOSED', reason: 'accepted' })
    expect((await calls().readOneById({ documentExceptionId: ticketId })).currentErrorStatus).toBe('CLOSED')
  })
})

describe('the scope of a data-pending hold', () => {
  const GTIN = '00312345678906'
  const newest = async () => (await calls().readManyByFilters({})).items[0]?.id ?? 0
  const atCounter = async (kind: 'damage' | 'unknownScan', items: { gtin?: string; serialNumber?: string; sscc?: string }[]) =>
    (await calls().createOneTicket({ documentId: order.id, kind, items })).documentExceptionId

  /** Places a hold for the ticket; returns how many meds the ticket announced and how many were put on hold. */
  async function hold(documentExceptionId: number) {
    const { toHold } = await calls().readOneById({ documentExceptionId })
    await calls().createOneHold({ documentExceptionId })
    return { toHold, held: (await calls().readOneById({ documentExceptionId })).held }
  }

  async function expectNothing(documentExceptionId: number) {
    expect((await calls().readOneById({ documentExceptionId })).toHold).toBeNull()
    await expect(calls().createOneHold({ documentExceptionId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/nothing to hold/),
    })
    expect(await held()).toMatchObject({ amountHeld: 0 })
  }

  test('consists only of the packages of the faulty events if all errors are listed and each one names its event', async () => {
    expect(await hold(ticketId)).toEqual({ toHold: { meds: 2, isWhole: false }, held: 2 })
  })

  test('is the whole order if more errors were counted than are listed', async () => {
    const made = documentFor(customer, { meds: 60, perCase: 1, hierarchy: 'cases' })
    const text = made.replace(/<AggregationEvent>[\s\S]*?<\/AggregationEvent>/g, (event) =>
      event.replace(/<readPoint>[\s\S]*?<\/readPoint>/, ''),
    )
    await importText(t, customer.staff, text)
    expect(await hold(await newest())).toEqual({ toHold: { meds: 60, isWhole: true }, held: 60 })
  })

  test('is the whole order if at least one error is not tied to an event', async () => {
    await addOrder(customer, { meds: 6, faults: ['missingReadPoint', 'missingDosageForm'] })
    expect(await hold(await newest())).toEqual({ toHold: { meds: 6, isWhole: true }, held: 6 })
  })

  test('covers the packages that are listed both on the counter ticket and in the order, including the contents of containers', async () => {
    const [box] = await t.query<{ gtin: string; serialNumber: string; inside: number }>(
      `select m.gtin, m.serial_number as "serialNumber", d.meds as inside from document_med d join med m on m.id = d.med_id
       where d.document_id = $1 and d.is_package and d.med_id is not null order by d.meds desc, d.line limit 1`,
      [order.id],
    )
    const [med] = await t.query<{ gtin: string }>('select gtin from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      order.serials[3],
    ])
    const damaged = { gtin: med?.gtin ?? '', serialNumber: order.serials[3] ?? '' }
    expect(await hold(await atCounter('damage', [damaged, { gtin: GTIN, serialNumber: 'A1' }]))).toEqual({
      toHold: { meds: 1, isWhole: false },
      held: 1,
    })
    const { gtin = '', serialNumber = '', inside = 0 } = box ?? {}
    expect(inside).toBeGreaterThan(0)
    expect(await hold(await atCounter('damage', [{ gtin, serialNumber }]))).toEqual({
      toHold: { meds: inside, isWhole: false },
      held: inside,
    })
    const [pallet] = await t.query<{ sscc: string }>('select sscc from document_med where document_id = $1 and sscc is not null', [
      order.id,
    ])
    expect(await hold(await atCounter('damage', [{ sscc: pallet?.sscc ?? '' }]))).toEqual({ toHold: { meds: 4, isWhole: false }, held: 4 })
  })

  test('is empty, with a message, if the ticket names no package of the order', async () => {
    await expectNothing(await atCounter('damage', []))
    await expectNothing(await atCounter('unknownScan', [{ gtin: GTIN, serialNumber: 'A1' }]))
  })

  test('is empty if there are only warnings', async () => {
    order = await addOrder(customer, { meds: 24, faults: ['notShipped'] })
    await expectNothing(await newest())
  })
})
