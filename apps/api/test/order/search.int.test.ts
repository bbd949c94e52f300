import { beforeAll, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useTestDb } from '../fixtures.ts'
import type { TestDb } from '../harness.ts'
import { addOrder, type DocumentChanges, mark, newCustomer, newParty, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

type Search = Parameters<ReturnType<TestDb['as']>['order']['readManySearch']>[0]
const search = async (input: Search = {}, timeZone = 'America/New_York') =>
  (await t.as(customer.staff, { timeZone }).order.readManySearch(input)).items
const ids = async (input: Search, timeZone?: string) => (await search(input, timeZone)).map((row) => row.documentId).sort((a, b) => a - b)

/** Creates an order that arrived at this time. */
async function orderAt(at: string, changes: DocumentChanges = {}): Promise<number> {
  t.clock.set(at)
  return (await addOrder(customer, changes)).id
}

describe('searching orders', () => {
  test('finds orders of one partner by its GLNs, not by its name', async () => {
    const [north, northern] = [newParty('Northlight'), newParty('Northlight Two')]
    const first = await orderAt('2026-01-05T12:00:00Z', { sender: north })
    const second = await orderAt('2026-01-06T12:00:00Z', { sender: northern })
    const partners = t.as(customer.admin).tradingPartner
    const make = { name: 'Northlight', type: 'upstream' as const, globalLocationNumbers: [north.owner.gln] }
    const { id: tradingPartnerId } = await partners.createOne({ ...make, customerLocationId: null })
    const elsewhere = await partners.createOne({ ...make, customerLocationId: customer.branch.id })
    expect(await ids({ senderName: 'northlight' })).toEqual([first, second])
    expect(await ids({ tradingPartnerId })).toEqual([first])
    expect(await t.as(customer.staff).order.readTotals({ tradingPartnerId })).toMatchObject({ orders: 1 })
    expect(await ids({ tradingPartnerId, purchaseOrderNumber: 'ZZ' })).toEqual([])
    expect(await ids({ tradingPartnerId: elsewhere.id })).toEqual([])
    expect(await ids({ tradingPartnerId: 0 })).toEqual(await ids({}))
  })

  test('[ORDER-006 ORDER-008] matches any part of the sender and the beginning of the purchase order, in upper or lower case', async () => {
    const tag = mark()
    const id = await orderAt('2026-02-02T12:00:00Z', { sender: newParty(`North & Sons ${tag}`), purchaseOrder: `AB-${tag}-9` })
    for (const input of [
      { senderName: tag },
      { senderName: `  & SONS ${tag.toUpperCase()}` },
      { purchaseOrderNumber: `ab-${tag}` },
      { senderName: 'north', purchaseOrderNumber: `AB-${tag}-9` },
      { senderName: tag, purchaseOrderNumber: '', docDateStart: '', docDateEnd: '' } as const,
    ])
      expect(await ids(input)).toEqual([id])
    for (const input of [
      { senderName: `${tag}x` },
      { purchaseOrderNumber: tag },
      { senderName: tag, purchaseOrderNumber: 'ZZ' },
      { senderName: '%' },
    ])
      expect(await ids(input)).toEqual([])
    expect(await search({ senderName: tag })).toEqual([
      {
        documentId: id,
        customerLocationId: customer.main.id,
        customerLocationName: 'Main',
        globalLocationNumber: customer.main.gln,
        senderNames: [`North & Sons ${tag}`],
        purchaseOrderNumbers: [`AB-${tag}-9`],
        timeStamp: '2026-02-02T12:00:00.000Z',
        amountOfMeds: 3,
        amountNotReceived: 3,
        findings: { reject: 0, warn: 0, notShipped: 0 },
        ticketNumber: null,
        ticketId: null,
        uploadId: expect.any(Number),
        isVoided: false,
        medsHeld: 0,
        medsPending: 0,
        isClosed: false,
        isReadOnly: false,
      },
    ])
  })

  test('can be limited to open orders', async () => {
    const purchaseOrder = `OPEN-${mark()}`
    const [done, open] = [
      await orderAt('2026-02-03T12:00:00Z', { purchaseOrder }),
      await orderAt('2026-02-03T12:00:00Z', { purchaseOrder }),
    ]
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: done })
    expect(await ids({ purchaseOrderNumber: purchaseOrder, open: true })).toEqual([open])
    expect((await search({ purchaseOrderNumber: purchaseOrder })).map((row) => [row.documentId, row.amountNotReceived])).toEqual([
      [open, 3],
      [done, 0],
    ])
    expect(await t.as(customer.staff).order.readTotals({ purchaseOrderNumber: purchaseOrder })).toEqual({
      orders: 2,
      complete: 1,
      amountOfMeds: 6,
      amountNotReceived: 3,
    })
  })

  test('can be limited to a location', async () => {
    const purchaseOrder = `PLACE-${mark()}`
    const [main, branch] = [
      await orderAt('2026-02-04T12:00:00Z', { purchaseOrder }),
      await orderAt('2026-02-04T12:00:00Z', { purchaseOrder, receiver: customer.branch.party }),
    ]
    const by = async (customerLocationId: number) =>
      (await t.as(customer.lead).order.readManySearch({ purchaseOrderNumber: purchaseOrder, customerLocationId })).items
        .map((row) => row.documentId)
        .sort((a, b) => a - b)
    expect(await by(0)).toEqual([main, branch])
    expect(await by(customer.branch.id)).toEqual([branch])
    expect(await ids({ purchaseOrderNumber: purchaseOrder })).toEqual([main])
  })
})

describe('the days of a search in the caller’s time zone', () => {
  test('[ORDER-006] begin and end at that zone’s midnight, and the search includes the first and the last day', async () => {
    const purchaseOrder = `DAY-${mark()}`
    const before = await orderAt('2026-04-15T03:59:59.999Z', { purchaseOrder })
    const first = await orderAt('2026-04-15T04:00:00Z', { purchaseOrder })
    const last = await orderAt('2026-04-16T03:59:59.999Z', { purchaseOrder })
    const after = await orderAt('2026-04-16T04:00:00Z', { purchaseOrder })
    const day = { purchaseOrderNumber: purchaseOrder, docDateStart: '2026-04-15', docDateEnd: '2026-04-15' }
    expect(await ids(day)).toEqual([first, last])
    expect(await ids(day, 'UTC')).toEqual([before, first])
    expect(await ids(day, 'America/Los_Angeles')).toEqual([last, after])
    expect(await ids(day, 'Not/AZone')).toEqual([last, after])
    expect(await ids({ ...day, docDateEnd: '' })).toEqual([first, last, after])
    expect(await ids({ ...day, docDateStart: undefined })).toEqual([before, first, last])
  })

  test('have 23 hours when the clock goes forward and 25 when it goes back', async () => {
    const purchaseOrder = `DST-${mark()}`
    const spring = [await orderAt('2026-03-08T05:00:00Z', { purchaseOrder }), await orderAt('2026-03-09T03:59:59Z', { purchaseOrder })]
    const next = await orderAt('2026-03-09T04:00:00Z', { purchaseOrder })
    expect(await ids({ purchaseOrderNumber: purchaseOrder, docDateStart: '2026-03-08', docDateEnd: '2026-03-08' })).toEqual(spring)
    expect(await ids({ purchaseOrderNumber: purchaseOrder, docDateStart: '2026-03-09', docDateEnd: '2026-03-09' })).toEqual([next])
    const autumn = [await orderAt('2026-11-01T04:00:00Z', { purchaseOrder }), await orderAt('2026-11-02T04:59:59Z', { purchaseOrder })]
    expect(await ids({ purchaseOrderNumber: purchaseOrder, docDateStart: '2026-11-01', docDateEnd: '2026-11-01' })).toEqual(autumn)
  })

  test('can cover the week so far, from Sunday through today', async () => {
    const purchaseOrder = `WEEK-${mark()}`
    await orderAt('2026-05-10T03:59:00Z', { purchaseOrder })
    const sunday = await orderAt('2026-05-10T04:01:00Z', { purchaseOrder })
    const today = await orderAt('2026-05-13T23:00:00Z', { purchaseOrder })
    expect(await ids({ purchaseOrderNumber: purchaseOrder, docDateStart: '2026-05-10', docDateEnd: '2026-05-13' })).toEqual([sunday, today])
  })
})

describe('paging through orders', () => {
  test('returns orders with the same timestamp without losing or repeating any of them', async () => {
    const purchaseOrder = `PAGE-${mark()}`
    const made = []
    for (const at of [
      '2026-06-01T10:00:00Z',
      '2026-06-01T10:00:00Z',
      '2026-06-01T10:00:00Z',
      '2026-06-02T10:00:00Z',
      '2026-06-01T10:00:00Z',
    ])
      made.push(await orderAt(at, { purchaseOrder }))
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await t.as(customer.staff).order.readManySearch({ purchaseOrderNumber: purchaseOrder, limit: 2, cursor })
      seen.push(...page.items.map((row) => row.documentId))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    const [a, b, c, newest, d] = made
    expect(seen).toEqual([newest, d, c, b, a])
  })

  test('refuses a cursor that the server did not issue', async () => {
    for (const cursor of [
      'x',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('["never",1]').toString('base64url'),
      Buffer.from('["2026-01-01","1"]').toString('base64url'),
    ])
      await expect(search({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the list of orders as a file', () => {
  test('has one row for each order that the search found, with its progress and state', async () => {
    const purchaseOrder = `CSV-${mark()}`
    const first = await orderAt('2026-07-01T10:00:00Z', { purchaseOrder })
    await orderAt('2026-07-02T10:00:00Z', { purchaseOrder })
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: first })
    const { filename, text } = await t.as(customer.staff).order.readManyCsv({ purchaseOrderNumber: purchaseOrder })
    expect(filename).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...rows] = makeRows(text)
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])
    expect(column('PO number')).toEqual([purchaseOrder, purchaseOrder])
    expect(column('State')).toEqual(['Not received', 'Received'])
    expect(column('Packages not received')[1]).toBe('0')
    const lines = await t.query<{ action: string }>("select action from audit where customer_id = $1 and action = 'order.exportList'", [
      customer.customerId,
    ])
    expect(lines).toHaveLength(1)
  })
})
