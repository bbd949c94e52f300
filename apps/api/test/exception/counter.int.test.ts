import { describe, expect, test } from 'vitest'
import { enterCustomer } from '../../src/db/customer-tx.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { nextTicketNumber } from '../../src/domains/exception/ticket/ticket.queries.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { untilFree } from '../order/hold-row.ts'
import { sendPicture } from './ticket-file.ts'

const t = useTestDb({ poolSize: 8 })
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException

/**
 * Runs the calls concurrently: holds the lock on ticket numbers until every call waits for a lock (this one, or one that another call has), so that
 * none has seen what another writes.
 */
async function atOnce<T>(...work: (() => Promise<T>)[]): Promise<T[]> {
  let answers: Promise<T[]> | undefined
  await withSystem(t.deps.system, async (tx) => {
    await nextTicketNumber(await enterCustomer(tx, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }))
    answers = Promise.all(work.map(untilFree))
    await expect.poll(() => t.countWaiting(), { timeout: 30_000 }).toBe(work.length)
  })
  return (await answers) ?? []
}

describe('unknown packages', () => {
  test('scanned by two people at the same moment create one ticket', async () => {
    const order = await addOrder(customer)
    const scan = (user: typeof customer.staff, serialNumber: string) => () =>
      calls(user).createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ gtin: '00312345678906', serialNumber }] })
    const [first, second] = await atOnce(scan(customer.staff, 'A1'), scan(customer.colleague, 'A2'))
    expect(second).toEqual(first)
    const { items } = await calls().readManyByFilters({})
    expect(items.map(({ title }) => title)).toEqual(['2 packages were scanned but not listed in any file'])
  })
})

describe('a scanned package', () => {
  test('is listed on the ticket with the lot and expiry of its label, or those of the order if the label has none', async () => {
    const order = await addOrder(customer, { meds: 2 })
    const [first = '', second = ''] = order.serials
    const recorded = await t.query<{ gtin: string; lot: string; expiry: string; name: string }>(
      `select m.gtin, d.lot_number as lot, to_char(d.expiration_date, 'YYYY-MM-DD') as expiry, p.regulated_product_name as name
       from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
       join epcis_med_vocabulary p on p.customer_id = d.customer_id and p.id = d.epcis_med_vocabulary_id where d.document_id = $1 and not d.is_package order by d.line`,
      [order.id],
    )
    const [one, two] = recorded
    const label = { gtin: one?.gtin ?? '', serialNumber: first, lotNumber: 'OTHER', expirationDate: '2029-01' }
    const { documentExceptionId } = await calls().createOneTicket({
      documentId: order.id,
      kind: 'damage',
      items: [label, { serialNumber: second }, label, { serialNumber: 'NOBODY' }],
    })
    const { items } = await calls().readOneById({ documentExceptionId })
    expect(items).toEqual([
      { ...label, sscc: null, productName: one?.name },
      { gtin: two?.gtin, serialNumber: second, sscc: null, lotNumber: two?.lot, expirationDate: two?.expiry, productName: two?.name },
      { gtin: null, serialNumber: 'NOBODY', sscc: null, lotNumber: null, expirationDate: null, productName: null },
    ])
  })

  test('is listed once even if it is scanned again; photos added later appear in the ticket’s activity', async () => {
    const order = await addOrder(customer)
    const scan = {
      documentId: order.id,
      kind: 'unknownScan' as const,
      items: [{ gtin: '00312345678906', serialNumber: 'A1', lotNumber: 'L9' }],
    }
    const { documentExceptionId } = await calls().createOneTicket(scan)
    await calls().createOneTicket({ ...scan, photo: await sendPicture(t, customer.staff, 'label.png') })
    await calls().createOneTicket({
      ...scan,
      items: [{ ...scan.items[0], serialNumber: 'A2' }],
      photo: await sendPicture(t, customer.staff, 'two.png'),
    })
    const { items, activity, files } = await calls().readOneById({ documentExceptionId })
    expect(items.map(({ serialNumber, lotNumber }) => [serialNumber, lotNumber])).toEqual([
      ['A1', 'L9'],
      ['A2', 'L9'],
    ])
    expect(activity.filter(({ kind }) => kind === 'photo').map(({ what }) => what)).toEqual([
      'added one more package and a photo',
      'added a photo',
    ])
    expect(files.map(({ filename }) => filename)).toEqual(['label.png', 'two.png'])
  })
})

describe('a hold for data and a ticket for the same order at the same moment', () => {
  test('both succeed, because each locks the order first', async () => {
    const order = await addOrder(customer, { meds: 2 })
    const item = (serialNumber = '') => ({ items: [{ serialNumber }] })
    const scans = { documentId: order.id, kind: 'unknownScan' as const }
    const { documentExceptionId } = await calls().createOneTicket({ ...scans, ...item(order.serials[0]) })
    // Holds the lock on the order until both calls wait for it; either may get it first.
    let answers: Promise<unknown[]> | undefined
    await withSystem(t.deps.system, async (tx) => {
      const inside = await enterCustomer(tx, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] })
      await inside.selectFrom('order').select('id').where('id', '=', order.id).forUpdate().execute()
      const waits = (amount: number) => expect.poll(() => t.countWaiting(), { timeout: 30_000 }).toBe(amount)
      const hold = untilFree(() => calls(customer.lead).createOneHold({ documentExceptionId }))
      await waits(1)
      const ticket = untilFree(() => calls().createOneTicket({ ...scans, ...item('Z9') }))
      await waits(2)
      // Checks that neither call holds the ticket's lock while it waits for the order's lock.
      const [free] = await t.query<{ id: number }>(
        'select id from document_exception where customer_id = $1 and id = $2 for update skip locked',
        [customer.customerId, documentExceptionId],
      )
      expect(free).toBeDefined()
      answers = Promise.all([hold, ticket])
    })
    expect(await answers).toHaveLength(2)
    const ticket = await calls().readOneById({ documentExceptionId })
    expect(ticket).toMatchObject({ held: 1, amountOfItems: 2 })
  })
})

describe('an order that is closed short', () => {
  const receive = (documentId: number, serialNumber = '') =>
    t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber })
  const closeShort = (documentId: number) => t.as(customer.lead).order.updateCloseOne({ documentId, reason: 'two never came' })

  test('adds the missing packages and the reason to its open ticket', async () => {
    const order = await addOrder(customer, { meds: 4 })
    await receive(order.id, order.serials[0])
    const early = await calls().createOneTicket({ documentId: order.id, kind: 'shortage', allMissing: true })
    expect(await calls().readOneById(early)).toMatchObject({ title: '3 packages are missing', amountOfItems: 3 })
    await receive(order.id, order.serials[1])
    await closeShort(order.id)
    expect((await calls().readManyByFilters({})).items.map(({ id }) => id)).toEqual([early.documentExceptionId])
    const ticket = await calls().readOneById(early)
    expect(ticket).toMatchObject({ title: '2 packages are missing', amountOfItems: 2 })
    expect(ticket.items.map(({ serialNumber }) => serialNumber)).toEqual(order.serials.slice(2))
    expect(ticket.activity.map(({ what, text }) => [what, text])).toContainEqual([
      'closed the order short: 2 packages are missing',
      'two never came',
    ])
  })

  test('counts every missing package of the order, even if a ticket lists fewer', async () => {
    const order = await addOrder(customer, { meds: 4 })
    // Adds 12,000 more lines that were not received, so that there are more than a ticket can list.
    await t.query(
      `insert into document_med (customer_id, document_id, line, last_line, location_id, is_package, is_shipped, meds, children)
       select $1, $2, 1000 + n, 1000 + n, $3, false, true, 1, 0 from generate_series(1, 12000) n`,
      [customer.customerId, order.id, customer.main.id],
    )
    await closeShort(order.id)
    expect((await calls().readManyByFilters({})).items[0]?.title).toBe('12,004 packages are missing')
  })
})
