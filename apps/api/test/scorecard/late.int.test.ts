import type { ScorecardTally } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newParty, register } from '../make.ts'
import { plantOrders } from './plant.ts'
import { NORTH, P } from './year.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => t.clock.set('2027-01-05T15:00:00Z'))
const admin = () => t.as(customer.admin)
const staff = () => t.as(customer.staff)

async function refresh(): Promise<Record<string, ScorecardTally>> {
  await admin().scorecard.createOneRefresh()
  await t.runJobs()
  const rows = await t.query<{ key: string; tally: ScorecardTally }>(
    `select month || ' ' || sender as key, tally from scorecard_month where customer_id = $1 and gtin = ''`,
    [customer.customerId],
  )
  return Object.fromEntries(rows.map(({ key, tally }) => [key, tally]))
}

/** Deletes all computed figures, computes them again and returns them. */
async function computeAgain() {
  await t.query('delete from scorecard_progress where customer_id = $1', [customer.customerId])
  await t.query('delete from scorecard_month where customer_id = $1', [customer.customerId])
  return refresh()
}

/**
 * Computes the figures now and again at the time `at`, then moves the clock forward by one day, so that the next computation finds no change except
 * the one that the test makes next.
 */
async function settle(at: string) {
  await refresh()
  t.clock.set(at)
  await refresh()
  t.clock.advance(24 * 3_600_000)
}

const only = (rows: Record<string, ScorecardTally>) => {
  const [row, ...others] = Object.values(rows)
  expect(others).toEqual([])
  return row
}

describe('a file', () => {
  test('that failed and arrives again counts once, in the month of its first arrival, even if it becomes an order later', async () => {
    t.clock.set('2026-05-04T15:00:00Z')
    const other = newParty('Somebody else')
    const text = documentFor(customer, { sender: newParty('North & Sons'), receiver: other })
    await importText(t, customer.admin, text)
    await settle('2026-09-10T15:00:00Z')
    await importText(t, customer.admin, text)
    expect(Object.keys(await refresh()).map((key) => key.slice(0, 7))).toEqual(['2026-05'])
    await t.query("insert into location_gln (customer_id, location_id, global_location_number, disposition) values ($1, $2, $3, 'BOTH')", [
      customer.customerId,
      customer.main.id,
      other.owner.gln,
    ])
    await settle('2026-12-10T15:00:00Z')
    await importText(t, customer.admin, text)
    const rows = await refresh()
    expect(only(rows)).toMatchObject({ orders: 1, failedFiles: 0 })
    expect(Object.keys(rows)[0]).toMatch(/^2026-05 /)
    expect(await computeAgain()).toEqual(rows)
  })

  test('that arrived in May and was read in June counts in May, and a later void removes it from the count', async () => {
    await t.query(`update location set time_zone = 'America/New_York' where id = $1`, [customer.main.id])
    t.clock.set('2026-06-01T03:58:00Z')
    const uploadId = await register(t, customer.admin, documentFor(customer, { sender: newParty('North & Sons') }))
    t.clock.set('2026-06-01T04:05:00Z')
    await t.runJobs()
    const { documentId } = await admin().file.readOneUpload({ uploadId })
    await settle('2026-09-10T15:00:00Z')
    expect(Object.keys(await refresh()).map((key) => key.slice(0, 7))).toEqual(['2026-05'])
    await t.as(customer.lead).order.updateVoidOne({ documentId: documentId ?? 0, reason: 'Sent twice' })
    expect(await refresh()).toEqual({})
  })

  test('that waited in our queue does not make the supplier’s data count as late', async () => {
    t.clock.set('2026-10-05T12:00:00Z')
    const other = await addOrder(customer)
    const sender = newParty('North & Sons')
    const file = documentFor(customer, { sender, meds: 1, serialSeed: 'waits' })
    const uploadId = await register(t, customer.staff, file)
    const serials = new Set([...file.matchAll(/sgtin:\d+\.\d+\.([^<]+)</g)].flatMap(([, serial]) => serial ?? []))
    t.clock.set('2026-10-05T13:00:00Z')
    const items = [...serials].map((serialNumber) => ({ serialNumber }))
    await staff().documentException.createOneTicket({ documentId: other.id, kind: 'unknownScan', items })
    t.clock.set('2026-10-05T15:00:00Z')
    await t.runJobs()
    const { documentId } = await staff().file.readOneUpload({ uploadId })
    await staff().order.updateReceiveAllByDocumentid({ documentId: documentId ?? 0 })
    expect((await refresh())[`2026-10 ${sender.owner.gln}`]?.minutes).toEqual([60])
  })
})

describe('a month that is over is computed again', () => {
  test('when a package is added to an open ticket', async () => {
    t.clock.set('2026-06-02T15:00:00Z')
    const order = await addOrder(customer, { meds: 4 })
    await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })
    const report = (serialNumber: string) =>
      staff().documentException.createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [{ gtin: P, serialNumber }] })
    await report('U1')
    await settle('2026-10-20T15:00:00Z')
    await report('U2')
    expect(only(await refresh())).toMatchObject({ unexpected: 2 })
  })

  test('if its location’s new time zone moves an order into another month, which is also computed again', async () => {
    const move = (zone: string) => t.query('update location set time_zone = $2 where id = $1', [customer.main.id, zone])
    await move('America/New_York')
    await plantOrders(customer, [
      { at: '2026-06-01T02:00:00Z', sender: NORTH, products: { [P]: 5 } },
      { at: '2026-06-01T02:00:00Z', sender: '', products: {}, isFailed: true },
    ])
    expect(Object.keys(await refresh()).sort()).toEqual(['2026-05 ', `2026-05 ${NORTH}`])
    await move('UTC')
    t.clock.set('2027-01-20T15:00:00Z')
    expect(Object.keys(await refresh()).sort()).toEqual(['2026-06 ', `2026-06 ${NORTH}`])
  })
})

describe('the counts of an order', () => {
  test('include a missing package once, even if two tickets name it', async () => {
    t.clock.set('2026-12-02T15:00:00Z')
    const order = await addOrder(customer, { meds: 4 })
    const [first] = await t.query<{ line: number }>(
      'select line::int from document_med where document_id = $1 and not is_package order by line limit 1',
      [order.id],
    )
    await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [receipt] = await t.query<{ id: number }>('select max(id)::int as id from receipt where document_id = $1', [order.id])
    const lines = [first?.line ?? 0]
    await staff().order.updateUndoReceipt({ documentId: order.id, receiptId: receipt?.id ?? 0, lines, reason: 'Not there' })
    const shortage = { documentId: order.id, kind: 'shortage' as const, items: [], allMissing: true }
    const ticket = await staff().documentException.createOneTicket(shortage)
    const lead = t.as(customer.lead)
    const resolved = { documentExceptionId: ticket.documentExceptionId, status: 'RESOLVED' as const, notes: 'credited' }
    await lead.documentException.createOneStatus(resolved)
    await lead.order.updateCloseOne({ documentId: order.id, reason: 'One never came' })
    expect(only(await refresh())).toMatchObject({ missing: 1 })
  })

  test('include an unexpected package once, even if two tickets name it', async () => {
    t.clock.set('2026-12-02T15:00:00Z')
    const order = await addOrder(customer, { meds: 4 })
    await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })
    for (const kind of ['unknownScan', 'wrongProduct'] as const)
      await staff().documentException.createOneTicket({ documentId: order.id, kind, items: [{ gtin: P, serialNumber: 'X1' }] })
    expect(only(await refresh())).toMatchObject({ unexpected: 1 })
  })

  test('include no time to the first scan once all lines of the only receipt have been undone one at a time', async () => {
    t.clock.set('2026-12-02T15:00:00Z')
    const order = await addOrder(customer, { meds: 2 })
    await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [receipt] = await t.query<{ id: number }>('select max(id)::int as id from receipt where document_id = $1', [order.id])
    const meds = await t.query<{ line: number }>('select line::int from document_med where document_id = $1 and not is_package', [order.id])
    for (const { line } of meds)
      await staff().order.updateUndoReceipt({ documentId: order.id, receiptId: receipt?.id ?? 0, lines: [line], reason: 'Wrong order' })
    expect(only(await refresh())).toMatchObject({ minutes: [] })
  })
})
