import { beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, newParty } from '../make.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-03-02T15:00:00Z'))
const customer = useCustomer(t)

const range = { from: '2026-03-01', to: '2026-03-31' }
const report = (user: TestUser = customer.staff) => t.as(user).report
const calls = (user: TestUser = customer.staff) => t.as(user).documentException

/** Creates a ticket from the given sender on the given day. */
async function ticket(
  day: string,
  sender: ReturnType<typeof newParty>,
  faults: ('missingReadPoint' | 'missingDosageForm')[] = ['missingReadPoint'],
) {
  t.clock.set(day)
  await addOrder(customer, { faults, sender })
  const [row] = (await calls(customer.admin).readManyByFilters({})).items
  if (!row) throw new Error('There is no ticket.')
  return row
}
const settle = (id: number, day: string, status: 'RESOLVED' | 'CLOSED') => {
  t.clock.set(day)
  return calls().createOneStatus({ documentExceptionId: id, status, ...(status === 'CLOSED' ? { reason: 'accepted' as const } : {}) })
}

/** Creates four tickets from North and one from South: two resolved after 2 and 5 days, one closed, one open and overdue, one open. */
async function month() {
  const north = newParty('North & Sons')
  const south = newParty('=South')
  const first = await ticket('2026-03-02T15:00:00Z', north)
  const second = await ticket('2026-03-03T15:00:00Z', north)
  const third = await ticket('2026-03-04T15:00:00Z', north, ['missingDosageForm'])
  await settle(first.id, '2026-03-04T15:00:00Z', 'RESOLVED')
  await settle(third.id, '2026-03-05T15:00:00Z', 'CLOSED')
  await settle(second.id, '2026-03-08T15:00:00Z', 'RESOLVED')
  const late = await ticket('2026-03-09T15:00:00Z', north)
  const last = await ticket('2026-03-20T15:00:00Z', south)
  return { first, second, third, late, last }
}

describe('the report of exceptions', () => {
  test('shows opened, resolved, open and overdue tickets and durations by partner, type and week', async () => {
    const { last, late } = await month()
    const all = await report().readExceptions(range)
    expect(all).toMatchObject({ opened: 5, resolved: 2, closed: 1, open: 2, overdue: 1, medianDays: 3.5, longestDays: 5, tickets: 5 })
    expect(all.partners).toMatchObject([
      { partner: 'North & Sons', opened: 4, resolved: 2, closed: 1, open: 1, overdue: 1, medianDays: 3.5, longestDays: 5 },
      { partner: '=South', opened: 1, resolved: 0, closed: 0, open: 1, overdue: 0, medianDays: null, longestDays: null },
    ])
    expect(all.types).toMatchObject([
      { type: 'EventListReadPointError', opened: 4, resolved: 2, closed: 0 },
      { type: 'MedVocabularyError', opened: 1, resolved: 0, closed: 1 },
    ])
    // Weeks begin on Sunday, so March 8 belongs to the second week.
    expect(all.weeks).toEqual([
      { week: '2026-03-01', opened: 3, resolved: 1, closed: 1 },
      { week: '2026-03-08', opened: 1, resolved: 1, closed: 0 },
      { week: '2026-03-15', opened: 1, resolved: 0, closed: 0 },
    ])
    expect(all.rows.map(({ ticketNumber, status, days, isOverdue }) => [ticketNumber, status, days, isOverdue])).toEqual([
      [last.ticketNumber, 'OPEN', null, false],
      [late.ticketNumber, 'OPEN', null, true],
      [1003, 'CLOSED', null, false],
      [1002, 'RESOLVED', 5, false],
      [1001, 'RESOLVED', 2, false],
    ])
  })

  test('covers the chosen days and location, and every ticket that is open now, whenever it was opened', async () => {
    await month()
    const days = await report().readExceptions({ from: '2026-03-06', to: '2026-03-08' })
    expect(days).toMatchObject({ opened: 0, resolved: 1, closed: 0, open: 2, overdue: 1, medianDays: 5, tickets: 1 })
    expect(await report(customer.admin).readExceptions({ ...range, customerLocationId: customer.branch.id })).toMatchObject({
      opened: 0,
      open: 0,
      partners: [],
      rows: [],
    })
    expect(await report(customer.elsewhere).readExceptions(range)).toMatchObject({ opened: 0, open: 0, partners: [], weeks: [] })
  })

  test('uses our name for a partner, whatever the files call it, and counts all of its GLNs as one partner', async () => {
    const a = newParty('North East')
    const b = newParty('North West')
    await ticket('2026-03-02T15:00:00Z', a)
    await ticket('2026-03-03T15:00:00Z', b)
    await t.as(customer.admin).tradingPartner.createOne({
      name: 'North & Sons',
      type: 'upstream',
      globalLocationNumbers: [a.owner.gln, b.owner.gln],
    })
    expect((await report().readExceptions(range)).partners).toMatchObject([{ partner: 'North & Sons', opened: 2 }])
  })

  test('is exported as a table without formulas and printed with every figure', async () => {
    await month()
    const { filename, text } = await report().readOneCsv({ kind: 'exceptions', range })
    expect(filename).toBe('exceptions-2026-03-01-2026-03-31.csv')
    const [head, first, ...more] = makeRows(text)
    expect(head?.slice(1, 7)).toEqual(['Ticket', 'Partner', 'PO number', 'Error', 'What is wrong', 'Status'])
    expect(more).toHaveLength(4)
    expect(first?.[1]).toBe('1005')
    expect(first?.[2]).toBe("'=South")
    const { base64 } = await report().readOnePdf({ kind: 'exceptions', range })
    const paper = (await readPages(Buffer.from(base64, 'base64'))).join('\n')
    for (const words of ['By partner', 'By type', 'By week', 'North & Sons', '03/08/2026', '5 days']) expect(paper).toContain(words)
  })
})
