import { beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, type TestOrder } from '../make.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-05-14T02:30:00Z'))
const customer = useCustomer(t)
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer, { meds: 6, perCase: 2 })
})

const csv = (input: object = {}) => t.as(customer.staff).med.readManyCsv(input)
/** Rows without the header. */
const readBody = (text: string) => makeRows(text).slice(1)

describe('the pedigree search as CSV', () => {
  test('has the rows of all pages of the search, in the same order', async () => {
    const rows = readBody((await csv({ sort: 'serialNumber', sortOrder: 'asc' })).text)
    const { items } = await t.as(customer.staff).med.readManyBySearch({ sort: 'serialNumber', sortOrder: 'asc' })
    expect(rows.length).toBeGreaterThanOrEqual(6)
    expect(rows.map(([serial]) => serial)).toEqual(items.map((row) => row.serialNumber))
  })

  test('honors the filters', async () => {
    const [serial = ''] = order.serials
    expect(readBody((await csv({ serialNumber: serial })).text).map((row) => row[0])).toEqual([serial])
    expect(readBody((await csv({ medName: 'formin' })).text).every((row) => row[3]?.startsWith('Metformin'))).toBe(true)
    expect(readBody((await csv({ serialNumber: 'nobody' })).text)).toEqual([])
  })

  test('uses the caller’s time zone for dates in cells and in the file name', async () => {
    await t.as(customer.staff).med.createOne({ serialNumber: 'ZONED1', locationId: customer.main.id })
    const { filename, text } = await csv({ serialNumber: 'ZONED1' })
    expect(text).toContain('Received (America/New_York)')
    expect(readBody(text)[0]?.[7]).toBe('2026-05-13 22:30')
    expect(filename).toBe('pedigrees-2026-05-13.csv')
  })

  test('writes a cell as plain text if a spreadsheet would execute it', async () => {
    await t.as(customer.staff).med.createOne({ serialNumber: '=1+1', medName: '@SUM(A1)', locationId: customer.main.id })
    const [row] = readBody((await csv({ serialNumber: '=1+1' })).text)
    expect([row?.[0], row?.[3]]).toEqual(["'=1+1", "'@SUM(A1)"])
  })

  test('is refused if it finds more than 100,000 packages, but can export exactly 100,000', async () => {
    const large = await newCustomer(t)
    await t.query(
      `insert into med (customer_id, location_id, serial_number, lot_number, is_epcis_generated, created_at, dated_at)
       select $1, $2, 'S' || n, case when n <= 100000 then 'L1' else 'L2' end, false, '2026-05-14', '2026-05-14' from generate_series(1, 100001) n`,
      [large.customerId, large.main.id],
    )
    const ask = (input: object) => t.as(large.staff).med.readManyCsv(input)
    await expect(ask({})).rejects.toThrow('The search finds more than 100,000 packages')
    expect((await ask({ lotNumber: 'L1' })).text.split('\r\n')).toHaveLength(100_002)
  })
})
