import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
beforeAll(async () => {
  t.clock.set('2026-05-14T15:00:00Z')
})
beforeEach(async () => {
  order = await addOrder(customer, { meds: 4, perCase: 2, purchaseOrder: 'PO-88213', sender: newParty('Northway Wholesale') })
})

const documentId = () => ({ documentId: order.id })
const pages = async () => {
  const { base64 } = await t.as(customer.staff).order.readOneReport(documentId())
  return readPages(Buffer.from(base64, 'base64'))
}

describe('the transaction report of an order', () => {
  test('contains products, seller, buyer, statement, every serial number, and who received what', async () => {
    const [first = '', second = '', third = ''] = order.serials
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ ...documentId(), serialNumber: [first, second], how: 'scan' })
    const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      third,
    ])
    await t.as(customer.staff).med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'seal is broken' })
    const { filename } = await t.as(customer.staff).order.readOneReport(documentId())
    expect(filename).toBe('transaction-report-PO-88213.pdf')
    const text = (await pages()).join(' ')
    for (const words of [
      'PO PO-88213, Northway Wholesale',
      'Corner Pharmacy',
      '1 Main Street',
      'Metformin HCl',
      'Transaction statement',
      'Northway Wholesale affirmed the transaction statement',
      '2 of 4 packages',
      'Staff Tester',
      'Scanned',
      'on hold, not received',
      'Page 1 of',
      ...order.serials,
    ])
      expect(text).toContain(words)
    const [lot] = await t.query<{ lot: string; gtin: string }>(
      'select lot_number as lot, gtin from med where customer_id = $1 and serial_number = $2',
      [customer.customerId, first],
    )
    expect(text).toContain(lot?.lot)
    expect(text).toContain(lot?.gtin)
  })

  test('shows undone receipts, and states that a voided order is void', async () => {
    const { receiptId } = await t.as(customer.staff).order.updateReceiveAllByDocumentid(documentId())
    await t.as(customer.staff).order.updateUndoReceipt({ ...documentId(), receiptId: receiptId ?? 0, reason: 'wrong box' })
    await t.as(customer.lead).order.updateVoidOne({ ...documentId(), reason: 'sent by mistake' })
    const text = (await pages()).join(' ')
    expect(text).toContain('Undone: With the whole order')
    expect(text).toContain('0 of 4 packages')
    expect(text).toContain('This order was voided by Lead Tester')
    expect(text).toContain('sent by mistake')
  })

  test('spans pages for a large order and ends with a note after ten thousand serial numbers; the CSV is complete', async () => {
    const large = await addOrder(customer, { meds: 10_050, perCase: 24 })
    const { base64 } = await t.as(customer.staff).order.readOneReport({ documentId: large.id })
    const read = await readPages(Buffer.from(base64, 'base64'))
    const text = read.join(' ')
    expect(read.length).toBeGreaterThan(10)
    expect(text).toContain('These are the first 10,000 of 10,050 serial numbers. The CSV of this order has all of them.')
    const printed = large.serials.filter((serial) => text.includes(serial))
    expect(printed).toEqual(large.serials.slice(0, 10_000))
    const { text: csv } = await t.as(customer.staff).order.readOneCsv({ documentId: large.id })
    expect(makeRows(csv).map(([serial]) => serial)).toEqual(['Serial number', ...large.serials])
  })
})

describe('the meds of an order as CSV', () => {
  test('show, in one row per med, who received it and when (in the caller’s time zone), and contain no cell that a spreadsheet would execute', async () => {
    const [first = ''] = order.serials
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ ...documentId(), serialNumber: first })
    await t.query(`update epcis_med_vocabulary set manufacturer_of_trade_item_party_name = '=2+5' where customer_id = $1`, [
      customer.customerId,
    ])
    const { filename, text } = await t.as(customer.staff).order.readOneCsv(documentId())
    expect(filename).toBe('order-PO-88213.csv')
    expect(text.startsWith('\uFEFFSerial number,')).toBe(true)
    const [head = [], ...rows] = makeRows(text)
    expect(rows).toHaveLength(4)
    const cell = (row: string[] | undefined, name: string) => row?.[head.findIndex((one) => one.startsWith(name))]
    expect(cell(rows[0], 'Serial number')).toBe(first)
    expect(cell(rows[0], 'Received by')).toBe('Staff Tester')
    expect(cell(rows[0], 'Received (')).toMatch(/^2026-05-14 \d\d:\d\d$/)
    expect(cell(rows[1], 'Received (')).toBe('')
    for (const row of rows) expect(cell(row, 'Manufacturer')).toBe("'=2+5")
  })
})
