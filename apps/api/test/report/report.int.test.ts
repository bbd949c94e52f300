import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-05-13T15:00:00Z'))
const customer = useCustomer(t)
let order: TestOrder
const week = { from: '2026-05-10', to: '2026-05-16' }
beforeEach(async () => {
  order = await addOrder(customer, { meds: 5, purchaseOrder: 'PO-88213', sender: newParty('Northway Wholesale') })
})

const of = (user = customer.staff) => t.as(user).report
const receive = (at: number) =>
  t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[at] ?? '', how: 'scan' })

describe('the receiving log', () => {
  test('[SHELL-034] lists every receipt and undo, with totals by day in the caller’s time zone', async () => {
    await receive(0)
    // 11 p.m. in New York is the next day in UTC.
    t.clock.set('2026-05-15T03:00:00Z')
    await receive(1)
    const { receiptId } = await receive(2)
    await t.as(customer.staff).order.updateUndoReceipt({ documentId: order.id, receiptId: receiptId ?? 0 })
    const log = await of().readReceiving(week)
    expect(log).toMatchObject({ receipts: 3, received: 2, takenBack: 1, voided: 0 })
    expect(log.days).toEqual([
      { day: '2026-05-13', received: 1, takenBack: 0 },
      { day: '2026-05-14', received: 1, takenBack: 1 },
    ])
    expect(log.rows.map(({ isUndo, amount }) => [isUndo, amount])).toEqual([
      [true, 1],
      [false, 1],
      [false, 1],
      [false, 1],
    ])
    expect(log.rows[1]).toMatchObject({
      by: 'Staff Tester',
      how: 'scan',
      purchaseOrderNumbers: ['PO-88213'],
      senderName: 'Northway Wholesale',
    })
  })

  test('shows the product and the serial number of each receipt', async () => {
    await receive(0)
    const { rows } = await of().readReceiving(week)
    expect(rows).toMatchObject([{ serialNumber: order.serials[0], products: ['Metformin HCl 500 mg'] }])
    const [receipt] = await t.as(customer.staff).order.readManyReceipts({ documentId: order.id })
    expect(receipt).toMatchObject({ serialNumber: order.serials[0], products: ['Metformin HCl 500 mg'] })
    expect(receipt?.medId).toBe(rows[0]?.medId)
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    expect((await of().readReceiving(week)).rows[0]).toMatchObject({ amount: 4, serialNumber: null, medId: null })
  })

  test('can be narrowed by sender, product, lot, serial number and NDC, and then counts only the matching packages', async () => {
    await receive(0)
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const meds = await t.query<{ serial: string; lot: string; ndc: string; name: string }>(
      `select m.serial_number as serial, m.lot_number as lot, p.additional_trade_item_id as ndc, p.regulated_product_name as name
       from med m join epcis_med_vocabulary p on p.id = m.epcis_med_vocabulary_id
       where m.customer_id = $1 and m.serial_number = any($2)`,
      [customer.customerId, order.serials],
    )
    const figures = async (narrowing: object) => {
      const { receipts, received, rows } = await of().readReceiving({ ...week, ...narrowing })
      return { receipts, received, amounts: rows.map(({ amount }) => amount) }
    }
    const expected = (fits: (med: (typeof meds)[number]) => boolean) => {
      const rest = meds.filter((med) => fits(med) && med.serial !== order.serials[0]).length
      const first = meds.filter((med) => fits(med) && med.serial === order.serials[0]).length
      const amounts = [rest, first].filter((amount) => amount > 0)
      return { receipts: amounts.length, received: rest + first, amounts }
    }
    const all = { receipts: 2, received: 5, amounts: [4, 1] }
    const none = { receipts: 0, received: 0, amounts: [] }
    const [{ lot, ndc } = { lot: '', ndc: '' }] = meds
    expect(await figures({ serial: order.serials[1] })).toEqual({ receipts: 1, received: 1, amounts: [1] })
    expect(await figures({ sender: 'northway' })).toEqual(all)
    expect(await figures({ sender: 'Quarry' })).toEqual(none)
    expect(await figures({ product: 'METFORMIN' })).toEqual(expected(({ name }) => name.startsWith('Metformin')))
    expect(await figures({ product: 'nothing of this name' })).toEqual(none)
    expect(await figures({ lot })).toEqual(expected((med) => med.lot.startsWith(lot)))
    expect(await figures({ lot: 'NOLOT' })).toEqual(none)
    expect(await figures({ ndc })).toEqual(expected((med) => med.ndc === ndc))
    expect(await figures({ serial: order.serials[1], sender: 'Quarry' })).toEqual(none)
    const { text } = await of().readOneCsv({ kind: 'receiving', range: { ...week, serial: order.serials[1] } })
    expect(makeRows(text)).toHaveLength(2)
  })

  test('lists receipts of voided orders, marked as voided, and counts them separately from received ones', async () => {
    await receive(0)
    await receive(1)
    await t.as(customer.lead).order.updateVoidOne({ documentId: order.id, reason: 'sent by mistake' })
    const log = await of().readReceiving(week)
    expect(log).toMatchObject({ receipts: 2, received: 0, voided: 2 })
    expect(log.rows).toMatchObject([{ isVoided: true }, { isVoided: true }])
    expect(await of().readPedigrees(week)).toMatchObject({ received: 0 })
  })

  test('covers its period, including the first and the last day', async () => {
    await receive(0)
    for (const [from, to, receipts] of [
      ['2026-05-13', '2026-05-13', 1],
      ['2026-05-14', '2026-05-16', 0],
      ['2026-05-10', '2026-05-12', 0],
    ] as const)
      expect(await of().readReceiving({ from, to })).toMatchObject({ receipts })
    await expect(of().readReceiving({ from: '2026-05-14', to: '2026-05-13' })).rejects.toThrow('The first day is after the last one.')
    await expect(of().readReceiving({ from: '2024-05-14', to: '2026-05-13' })).rejects.toThrow('A report covers at most a year.')
  })

  test('shows users their own locations, the customer admin all of them, and one location on request', async () => {
    await receive(0)
    expect(await of(customer.elsewhere).readReceiving(week)).toMatchObject({ receipts: 0, rows: [] })
    expect(await of(customer.admin).readReceiving(week)).toMatchObject({ receipts: 1 })
    expect(await of(customer.admin).readReceiving({ ...week, customerLocationId: customer.branch.id })).toMatchObject({
      receipts: 0,
      rows: [],
    })
  })

  test('has the same contents as CSV and as PDF', async () => {
    await receive(0)
    const { filename, text } = await of().readOneCsv({ kind: 'receiving', range: week })
    expect(filename).toBe('receiving-2026-05-10-2026-05-16.csv')
    expect(makeRows(text)).toEqual([
      ['When (America/New_York)', 'Who', 'How', 'PO number', 'Sender', 'Location', 'Product', 'Serial number', 'Packages'],
      [
        '2026-05-13 11:00',
        'Staff Tester',
        'Scanned',
        'PO-88213',
        'Northway Wholesale',
        'Main',
        'Metformin HCl 500 mg',
        order.serials[0],
        '1',
      ],
    ])
    const pdf = await of().readOnePdf({ kind: 'receiving', range: week })
    const paper = (await readPages(Buffer.from(pdf.base64, 'base64'))).join(' ')
    for (const words of [
      'Receiving log, 05/10/2026 to 05/16/2026',
      '05/13/2026 11:00',
      'Staff Tester',
      'PO-88213',
      'Packages received',
      'Page 1 of',
    ])
      expect(paper).toContain(words)
  })

  test('shows days and times in its PDF in the customer’s chosen format, and in its CSV always in the same format', async () => {
    await receive(0)
    await t.as(customer.admin).settings.updatePaperClock({ clockHours: 12 })
    const pages = async (kind: 'receiving' | 'pedigrees') =>
      (await readPages(Buffer.from((await of().readOnePdf({ kind, range: week })).base64, 'base64'))).join(' ')
    expect(await pages('receiving')).toContain('05/13/2026 11:00 AM')
    expect(await pages('pedigrees')).toContain('05/13/2026')
    expect((await of().readOneCsv({ kind: 'receiving', range: week })).text).toContain('2026-05-13 11:00')
  })
})

describe('pedigree activity', () => {
  test('counts by day what was listed in orders, typed in, received and sent', async () => {
    await receive(0)
    t.clock.set('2026-05-14T15:00:00Z')
    const { id } = await t.as(customer.staff).med.createOne({ serialNumber: 'TYPED1', locationId: customer.main.id })
    await t.as(customer.staff).med.emailOne({ medId: id, to: 'partner@mail.tst' })
    expect(await of().readPedigrees(week)).toMatchObject({ sent: 0 })
    await t.runJobs()
    expect(await of().readPedigrees(week)).toEqual({
      made: 6,
      received: 1,
      sent: 1,
      days: [
        { day: '2026-05-13', made: 5, received: 1, sent: 0 },
        { day: '2026-05-14', made: 1, received: 0, sent: 1 },
      ],
    })
    expect(await of(customer.elsewhere).readPedigrees(week)).toEqual({ made: 0, received: 0, sent: 0, days: [] })
    expect(makeRows((await of().readOneCsv({ kind: 'pedigrees', range: week })).text)).toEqual([
      ['Day', 'Created', 'Received', 'Sent'],
      ['2026-05-13', '5', '1', '0'],
      ['2026-05-14', '1', '0', '1'],
    ])
  })

  test('counts an email on the day it was sent, and ignores unsent ones', async () => {
    const { id: medId } = await t.as(customer.staff).med.createOne({ serialNumber: 'TYPED1', locationId: customer.main.id })
    for (const to of ['late@mail.tst', 'stopped@mail.tst']) await t.as(customer.staff).med.emailOne({ medId, to })
    await t.query(
      `update mail set status = case when 'late@mail.tst' = any (to_addresses) then 'sent' else 'stopped' end,
         sent_at = case when 'late@mail.tst' = any (to_addresses) then '2026-05-15T15:00:00Z'::timestamptz end where id in (select mail_id from med_email where med_id = $1)`,
      [medId],
    )
    const { sent, days } = await of().readPedigrees(week)
    expect(sent).toBe(1)
    expect(days).toContainEqual({ day: '2026-05-15', made: 0, received: 0, sent: 1 })
  })
})

describe('the count of incidents', () => {
  test('is exact for 70,000 reports', async () => {
    const many = 70_000
    await t.query(
      `with thread as (
         insert into incident_thread (customer_id, location_id, determined_at, created_at)
         select $1, $2, $4, $4 from generate_series(1, $5) returning id
       )
       insert into incident_report (customer_id, thread_id, location_id, report_type, form_version, form, serial_number, product_name, ndc,
         lot_number, filepath, pdf_sha256, pdf_size, created_at, created_by_id)
       select $1, id, $2, 'INITIAL', '2015', '{}', '', 'Amoxicillin', '', '', id::text, id::text, 1, $4, $3 from thread`,
      [customer.customerId, customer.main.id, customer.staff.userId, t.clock.now(), many],
    )
    expect(await of().readIncidents(week)).toMatchObject({ reports: many, states: [{ state: 'SUBMITTED', amount: many }] })
  })

  test('is grouped by type of report and by status', async () => {
    const jsonData = {
      ...EMPTY_INCIDENT_FORM,
      classification: 'COUNTERFEIT' as const,
      productFoundDate: '2026-05-12',
      nameOfProduct: 'Metformin',
      eventNotes: 'The seal was open.',
      serialNumber: '=1+1',
      contactEmail: 'contact@mail.tst',
    }
    const incident = t.as(customer.staff).incidentReport
    const preview = await incident.createOne({ locationId: customer.main.id, jsonData })
    await incident.createSend({ ...preview, locationId: customer.main.id, jsonData })
    const report = await of().readIncidents(week)
    expect(report).toMatchObject({
      reports: 1,
      types: [{ type: 'INITIAL', amount: 1 }],
      states: [{ state: 'SUBMITTED', amount: 1 }],
      rows: [{ productName: 'Metformin', state: 'SUBMITTED', by: 'Staff Tester', locationName: 'Main' }],
    })
    const [, row] = makeRows((await of().readOneCsv({ kind: 'incidents', range: week })).text)
    expect(row).toEqual([
      '2026-05-13 11:00',
      'Initial notification',
      'Waiting for incident number',
      '',
      'Metformin',
      "'=1+1",
      'Staff Tester',
      'Main',
    ])
    expect(await of(customer.elsewhere).readIncidents(week)).toMatchObject({ reports: 0, rows: [] })
  })
})
