import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { Caller } from '../harness.ts'
import { addOrder, newCustomer, type TestOrder } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-05-14T15:00:00Z'))
const customer = useCustomer(t)
let order: TestOrder
let meds: Caller['med']
beforeEach(async () => {
  order = await addOrder(customer, { meds: 8, perCase: 2, expirationDate: '2027-12-31' })
  meds = t.as(customer.staff).med
})

type Search = Parameters<Caller['med']['readManyBySearch']>[0]
const search = async (input: Search) => (await meds.readManyBySearch(input)).items
const serials = async (input: Search) => (await search(input)).map((row) => row.serialNumber).sort()
/** Expected number of results for the product: its two bottles, without their case. */
const PRODUCT = 2

describe('searching meds', () => {
  test('[SEARCH-012 REST-014] finds a serial number by its beginning, exactly as written', async () => {
    const [serial = ''] = order.serials
    expect(await serials({ serialNumber: serial })).toEqual([serial])
    expect(await serials({ serialNumber: serial.slice(0, 11) })).toContain(serial)
    for (const none of [serial.slice(1), `${serial}X`, serial.toLowerCase(), '%', '_'.repeat(12)])
      expect(await serials({ serialNumber: none })).toEqual([])
  })

  test('[REST-014] accepts every documented filter of the REST call, and 0 means any location', async () => {
    const rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
    const amount = async (query: Record<string, string>) =>
      (await rest.get(`/med/read/many/by/search?user_timezone=UTC&${new URLSearchParams(query)}`)).json.length
    const all = { customerLocationId: '0', startDate: '2026-05-14', endDate: '2026-05-14' }
    expect(await amount(all)).toBe(8)
    const own = {
      ...all,
      serialNumber: order.serials[0] ?? '',
      ndc: '8801-0500-60',
      medName: 'metformin',
      manufacturerName: 'alder',
      lotNumber: 'MF',
    }
    expect(await amount(own)).toBe(1)
    const others = { serialNumber: 'X', ndc: '9999', medName: 'zzz', manufacturerName: 'zzz', lotNumber: 'X', customerLocationId: '4711' }
    const days = { startDate: '2026-05-15', endDate: '2026-05-13' }
    for (const [field, value] of Object.entries({ ...others, ...days }))
      expect([field, await amount({ ...all, endDate: '2026-05-31', startDate: '2026-05-01', [field]: value })]).toEqual([field, 0])
  })

  test('[SEARCH-012] finds a lot by its beginning', async () => {
    expect(await search({ lotNumber: 'MF2' })).toHaveLength(PRODUCT)
    expect(await search({ lotNumber: 'F26A' })).toEqual([])
  })

  test('[SEARCH-012] finds names by any substring, in any case', async () => {
    expect(await search({ medName: 'FORMIN h' })).toHaveLength(PRODUCT)
    expect(await search({ manufacturerName: 'fenwick' })).toHaveLength(2 * PRODUCT)
    expect(await search({ medName: 'metformin', manufacturerName: 'fenwick' })).toEqual([])
    expect(await search({ medName: '%' })).toEqual([])
  })

  test.each(['8801-0500-60', '8801050060', '08801-0500-60', '8801-0500', '88010500', '8801'])(
    '[SEARCH-012] finds an NDC written %s',
    async (ndc) => {
      const found = await search({ ndc })
      expect(found.length).toBeGreaterThanOrEqual(PRODUCT)
      expect(found.some((row) => row.medName === 'Metformin HCl')).toBe(true)
      expect(found.every((row) => row.manufacturerName === 'Alderbrook Pharma')).toBe(true)
    },
  )

  test('[SEARCH-012] combines all filled-in fields and ignores empty ones', async () => {
    const [serial = ''] = order.serials
    const blank = {
      ndc: '',
      medName: ' ',
      manufacturerName: '',
      lotNumber: '',
      customerLocationId: '',
      startDate: '',
      endDate: '',
    } as const
    expect(await serials({ ...blank, serialNumber: serial })).toEqual([serial])
    expect(await search({ serialNumber: serial, lotNumber: 'LS26C' })).toEqual([])
  })

  test('[SEARCH-010] treats location 0 as all locations that the caller may see', async () => {
    for (const customerLocationId of [0, '', undefined, customer.main.id] as const)
      expect(await search({ customerLocationId })).toHaveLength(8)
    expect(await search({ customerLocationId: customer.branch.id })).toEqual([])
    expect((await t.as(customer.elsewhere).med.readManyBySearch({})).items).toEqual([])
  })

  test('returns a value for each column of the search table', async () => {
    const [row] = await search({ serialNumber: order.serials[0] ?? '' })
    expect(row).toMatchObject({
      ndc: '8801-0500-60',
      medName: 'Metformin HCl',
      manufacturerName: 'Alderbrook Pharma',
      lotNumber: 'MF26A',
      expirationDate: '2027-12-31',
      dateReceived: null,
      receivedBy: null,
      customerLocation: { id: customer.main.id, name: 'Main' },
      isEpcisGenerated: true,
    })
  })

  test('[SEARCH-011] includes the meds of the first and the last day of the period, and accepts a search with only one of the two days', async () => {
    const own = await newCustomer(t)
    const call = t.as(own.staff, { timeZone: 'UTC' }).med
    const now = t.clock.now().toISOString()
    for (const [serialNumber, at] of Object.entries({
      FIRST: '2026-06-10T00:00:00Z',
      SECOND: '2026-06-12T12:00:00Z',
      THIRD: '2026-06-14T23:59:59Z',
    })) {
      t.clock.set(at)
      await call.createOne({ serialNumber, locationId: own.main.id })
    }
    t.clock.set(now)
    const between = async (startDate: string, endDate: string) =>
      (await call.readManyBySearch({ startDate, endDate })).items.map((row) => row.serialNumber).reverse()
    expect(await between('2026-06-10', '2026-06-14')).toEqual(['FIRST', 'SECOND', 'THIRD'])
    expect(await between('2026-06-11', '2026-06-13')).toEqual(['SECOND'])
    expect(await between('2026-06-11', '2026-06-14')).toEqual(['SECOND', 'THIRD'])
    expect(await between('2026-06-10', '2026-06-13')).toEqual(['FIRST', 'SECOND'])
    expect(await between('2026-06-12', '')).toEqual(['SECOND', 'THIRD'])
    expect(await between('', '2026-06-12')).toEqual(['FIRST', 'SECOND'])
    expect(await between('2026-06-15', '2026-06-20')).toEqual([])
  })

  test('[SEARCH-011] filters by the day on which a med was received or, if it was not received, created, in the caller’s time zone', async () => {
    const one = await addOrder(customer, { meds: 4 })
    t.clock.set('2026-07-02T02:00:00Z')
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId: one.id, serialNumber: one.serials[0] ?? '' })
    const on = (day: string, timeZone: string) =>
      t
        .as(customer.staff, { timeZone })
        .med.readManyBySearch({ startDate: day, endDate: day })
        .then((page) => page.items)
    expect(await on('2026-07-01', 'America/New_York')).toMatchObject([
      { serialNumber: one.serials[0], receivedBy: { firstName: 'Staff' }, dateReceived: '2026-07-02T02:00:00.000Z' },
    ])
    expect(await on('2026-07-02', 'America/New_York')).toEqual([])
    expect(await on('2026-07-02', 'UTC')).toHaveLength(1)
    expect(await on('2026-05-14', 'UTC')).toHaveLength(8 + 3)
  })
})

describe('a pedigree', () => {
  test('[REST-013] shows the packages that contain a med, its history, and who received it', async () => {
    await t
      .as(customer.staff)
      .order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[1] ?? '', how: 'scan' })
    const { med } = await meds.readOneBySerialnumberPedigree({ serialNumber: order.serials[1] ?? '' })
    const pedigree = await meds.readOneById({ medId: med.id })
    expect(pedigree).toMatchObject({
      siblings: 1,
      amountOfChildren: 0,
      received: { by: { firstName: 'Staff', lastName: 'Tester' }, how: 'scan' },
      customer: { name: 'Corner Pharmacy' },
    })
    expect(pedigree.parents.map((parent) => [Boolean(parent.serialNumber), Boolean(parent.sscc)])).toEqual([
      [true, false],
      [false, true],
    ])
    const happened = pedigree.history.map((entry) => entry.what)
    expect(happened[0]).toBe('Received')
    expect(happened.at(-1)).toBe('Serial number assigned')
    expect(happened).toContain('Packed in case')
    expect(happened.some((what) => what.startsWith('Shipped to'))).toBe(true)
  })

  test('of a case shows its contents', async () => {
    const [box] = await t.query<{ serial: string }>(
      'select m.serial_number as serial from document_med d join med m on m.id = d.med_id where d.document_id = $1 and d.is_package limit 1',
      [order.id],
    )
    const { med } = await meds.readOneBySerialnumberPedigree({ serialNumber: box?.serial ?? '' })
    expect(await meds.readOneById({ medId: med.id })).toMatchObject({ amountOfChildren: 2, received: null })
  })

  test('found by a serial number that two products share is returned with the other product, too', async () => {
    const other = await addOrder(customer, { meds: 4 })
    await t.query('update med set serial_number = $1 where customer_id = $2 and serial_number = any($3)', [
      'SHARED',
      customer.customerId,
      other.serials.slice(0, 2),
    ])
    const found = await meds.readOneBySerialnumberPedigree({ serialNumber: 'SHARED' })
    expect(found.others).toHaveLength(1)
    expect(found.others[0]?.gtin).not.toBe(found.med.gtin)
  })
})

describe('the records of a location', () => {
  test('[REST-012] match the pedigrees, are listed newest first, and need no more SQL statements for twenty rows than for two', async () => {
    const other = await newCustomer(t)
    await addOrder(other, { meds: 20 })
    const caller = t.as(other.staff).med
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const statements = async (limit: number) => {
      sent.mockClear()
      const { items } = await caller.readManyByLocationid({ locationId: other.main.id, limit })
      expect(items).toHaveLength(limit)
      return { items, amount: sent.mock.calls.length }
    }
    await statements(2)
    const few = await statements(2)
    const many = await statements(20)
    sent.mockRestore()
    expect(many.amount).toBe(few.amount)
    for (const item of few.items) expect(await caller.readOneById({ medId: item.med.id })).toMatchObject(item)
    expect(many.items.map((item) => item.med.id)).toEqual(many.items.map((item) => item.med.id).toSorted((a, b) => b - a))
  })
})

describe('a case with its own serial number', () => {
  test('is shown as received in the package search, its pedigree and the global search while all its meds are received', async () => {
    const one = await addOrder(customer, { meds: 4, perCase: 2 })
    const caller = t.as(customer.lead)
    const [box] = await t.query<{ id: number; serial: string; gtin: string; first: string; second: string }>(
      `select m.id::int, m.gtin, m.serial_number as serial, a.serial_number as first, b.serial_number as second from document_med d
       join med m on m.id = d.med_id
       join document_med l on l.document_id = d.document_id and l.line = d.line + 1 join med a on a.id = l.med_id
       join document_med n on n.document_id = d.document_id and n.line = d.last_line join med b on b.id = n.med_id
       where d.document_id = $1 and d.is_package and d.meds >= 1 and d.med_id is not null order by d.meds desc limit 1`,
      [one.id],
    )
    if (!box) throw new Error('The order has no case.')
    const shown = async () => ({
      row: (await caller.med.readManyBySearch({ serialNumber: box.serial })).items[0],
      pedigree: await caller.med.readOneById({ medId: box.id }),
      hit: (await caller.finder.readManyByText({ text: `01${box.gtin}21${box.serial}` })).hits[0],
    })
    const open = { row: { dateReceived: null }, pedigree: { received: null, orders: [{ isReceived: false }] } }
    expect(await shown()).toMatchObject({ ...open, hit: { detail: expect.stringMatching(/^Not received/) } })
    const { receiptId } = await caller.order.updateReceiveManyBySerialnumber({
      documentId: one.id,
      serialNumber: [...new Set([box.first, box.second])],
    })
    expect(await shown()).toMatchObject({
      row: { dateReceived: t.clock.now().toISOString(), receivedBy: { firstName: 'Lead', lastName: 'Tester' } },
      pedigree: { received: { by: { firstName: 'Lead' }, how: 'serial' }, orders: [{ isReceived: true }] },
      hit: { detail: expect.stringMatching(/^Received/) },
    })
    await caller.order.updateUndoReceipt({ documentId: one.id, receiptId: receiptId ?? 0, reason: 'One was broken.' })
    expect(await shown()).toMatchObject(open)
  })

  test('is found by its serial number, shown as a case, and never counted as a med', async () => {
    const other = await newCustomer(t)
    const one = await addOrder(other, { meds: 8, perCase: 2 })
    const caller = t.as(other.staff)
    expect((await caller.med.readManyBySearch({})).items.map((row) => row.serialNumber).sort()).toEqual([...one.serials].sort())
    const { text } = await caller.med.readManyCsv({})
    expect(text.trim().split('\r\n')).toHaveLength(1 + 8)
    const [box] = await t.query<{ id: number; serial: string }>(
      'select m.id::int, m.serial_number as serial from document_med d join med m on m.id = d.med_id where d.document_id = $1 and d.is_package limit 1',
      [one.id],
    )
    if (!box) throw new Error('The order has no case.')
    expect((await caller.med.readManyBySearch({ serialNumber: box.serial })).items).toMatchObject([
      { id: box.id, package: { level: 'case', meds: 2 } },
    ])
    expect((await caller.med.readManyCsv({ serialNumber: box.serial })).text).toContain('case of 2')
    expect((await caller.finder.readManyByText({ text: box.serial })).hits).toMatchObject([
      { kind: 'package', title: expect.stringMatching(/^Case of 2 packages: /), href: `/meddetail/${box.id}` },
    ])
    const pedigree = await caller.med.readOneById({ medId: box.id })
    expect(pedigree).toMatchObject({ package: { level: 'case', meds: 2, received: 0, held: 0, documentId: one.id } })
    expect(pedigree.parents).toMatchObject([{ level: 'pallet', medId: null, meds: 8 }])
    expect(pedigree.history.map(({ what, detail }) => `${what} ${detail}`).join('\n')).not.toContain(box.serial)
    expect(pedigree.history.map((entry) => entry.what)).toContain('Filled')
    const { items } = await caller.order.readManyUnits({ documentId: one.id, parentLine: pedigree.package?.line ?? null })
    expect(items).toHaveLength(2)
  })

  test('is not counted among the meds of its lot', async () => {
    const other = await newCustomer(t)
    await addOrder(other, { meds: 8, perCase: 2 })
    const { hits } = await t.as(other.staff).finder.readManyByText({ text: 'LS26C' })
    expect(hits).toContainEqual(expect.objectContaining({ kind: 'lot', detail: '2 packages' }))
  })
})

describe('the global search', () => {
  const find = (text: string) => t.as(customer.staff).finder.readManyByText({ text })

  test('finds a package by the last four characters of its serial number, in upper or lower case, and lists it once', async () => {
    const serial = order.serials[1] ?? ''
    const tail = serial.slice(-4)
    const { hits } = await find(tail.toLowerCase())
    expect(hits.filter(({ code }) => code === serial)).toHaveLength(1)
    expect(hits.every(({ kind, code }) => kind !== 'med' || code?.toUpperCase().endsWith(tail.toUpperCase()))).toBe(true)
    expect((await find(serial.slice(-3))).hits.map(({ code }) => code)).not.toContain(serial)
  })

  test('finds a package by a scan or a serial number, and also finds containers, lots, orders, products and senders', async () => {
    const [row] = await t.query<{ gtin: string; sscc: string }>(
      'select m.gtin, d.sscc from med m join document_med d on d.customer_id = m.customer_id where d.document_id = $1 and d.sscc is not null and m.serial_number = $2',
      [order.id, order.serials[2]],
    )
    expect((await find(`01${row?.gtin}21${order.serials[2]}`)).hits).toMatchObject([{ kind: 'med', code: order.serials[2] }])
    expect((await find(order.serials[2] ?? '')).hits).toMatchObject([{ kind: 'med', code: order.serials[2] }])
    expect((await find(`00${row?.sscc}`)).hits).toMatchObject([{ kind: 'package', href: `/orders/receive/${order.id}` }])
    expect((await find('LS26C')).hits).toContainEqual(expect.objectContaining({ kind: 'lot', code: 'LS26C' }))
    expect((await find(order.upload.purchaseOrderNumbers[0] ?? '')).hits).toMatchObject([{ kind: 'order', id: order.id }])
    expect((await find('amoxi')).hits).toContainEqual(expect.objectContaining({ kind: 'product', title: 'Amoxicillin 500 mg' }))
    const [sender = ''] = (await t.as(customer.staff).order.readOneById({ documentId: order.id })).senderNames
    expect((await find(sender.slice(2))).hits).toContainEqual(
      expect.objectContaining({ kind: 'sender', title: sender, href: `/orders?sender=${encodeURIComponent(sender)}&from=any&to=any` }),
    )
    expect((await find('no such thing')).hits).toEqual([])
  })
})

describe('a scan in the header’s search box', () => {
  test('shows both values if the label and the record differ in lot or expiry', async () => {
    const { id, serials } = await addOrder(customer, { meds: 1, expirationDate: '2028-04-30' })
    const [row] = await t.query<{ gtin: string; lot: string }>(
      'select m.gtin, m.lot_number as lot from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package',
      [id],
    )
    const serial = serials[0] ?? ''
    const find = async (label: string) =>
      (await t.as(customer.lead).finder.readManyByText({ text: `(01)${row?.gtin}(21)${serial}${label}` })).hits[0]
    expect(await find(`(10)${row?.lot}(17)280400`)).not.toHaveProperty('differs')
    expect((await find('(10)ZZ9(17)280430'))?.differs).toEqual({
      label: { lotNumber: 'ZZ9', expirationDate: '2028-04-30' },
      record: { lotNumber: row?.lot, expirationDate: '2028-04-30' },
    })
  })
})
