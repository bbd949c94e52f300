import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const partners = () => t.as(customer.admin).tradingPartner
const licensed = async (name: string, validFrom?: string, validTo?: string | null) => {
  const { id } = await partners().createOne({ customerLocationId: null, name, type: 'upstream', business: 'wholesaler' })
  if (validFrom) await partners().createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: 'W-1', validFrom, validTo })
  return id
}

/** One partner of each answer on 2026-09-16. */
async function each() {
  t.clock.set('2026-09-16T15:00:00Z')
  await licensed('Authorized', '2025-01-01', null)
  await licensed('Bound', '2025-01-01', '2026-10-01')
  await licensed('Lapsed', '2024-01-01', '2026-03-31')
  await licensed('Unlicensed')
  const gone = await licensed('Gone', '2024-01-01', null)
  t.clock.set('2026-06-01T15:00:00Z')
  await partners().updateDeactivateOne({ id: gone, reason: 'closed down' })
  t.clock.set('2026-09-16T15:00:00Z')
}

const search = async (input: object) =>
  (await partners().readManyTradingpartnersSearch(input)).items.map(({ name, authorization }) => `${name}: ${authorization.status}`)

test('the list is filtered and sorted by authorization, over pages too', async () => {
  await each()
  const worstFirst = ['Lapsed: notAuthorized', 'Unlicensed: unknown', 'Bound: expiring', 'Authorized: authorized']
  expect(await search({ sort: 'authorization' })).toEqual(worstFirst)
  expect(await search({ sort: 'authorization', sortOrder: 'desc' })).toEqual(worstFirst.toReversed())
  expect(await search({ authorization: 'notAuthorized' })).toEqual(['Lapsed: notAuthorized'])
  expect(await search({ authorization: 'deactivated' })).toEqual([])
  expect(await search({ authorization: 'deactivated', deactivated: true })).toEqual(['Gone: deactivated'])
  for (const sortOrder of ['asc', 'desc'] as const) {
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await partners().readManyTradingpartnersSearch({ sort: 'authorization', sortOrder, limit: 1, cursor })
      expect(page.amount).toBe(4)
      paged.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    const names = ['Lapsed', 'Unlicensed', 'Bound', 'Authorized']
    expect(paged).toEqual(sortOrder === 'asc' ? names : names.toReversed())
  }
  t.clock.set(new Date())
})

test('it answers for a past day, with the partners that were deactivated since', async () => {
  await each()
  expect(await search({ day: '2026-03-31' })).toEqual([
    'Authorized: authorized',
    'Bound: authorized',
    'Gone: authorized',
    'Lapsed: expiring',
    'Unlicensed: unknown',
  ])
  expect(await search({ day: '2026-03-31', authorization: 'expiring' })).toEqual(['Lapsed: expiring'])
  t.clock.set(new Date())
})

test('it is saved as CSV and as PDF, as of the day that was asked for', async () => {
  await each()
  const csv = await partners().readManyAuthorizationCsv({ day: '2026-03-31', sort: 'authorization' })
  expect(csv.filename).toBe('authorized-partners_2026-03-31.csv')
  const lines = csv.text.split('\r\n')
  expect(lines[0]).toContain('Trading partner,Business,Location,State,Authorized on 03/31/2026,Until,Since,Licenses')
  expect(lines.slice(1, -1)).toEqual([
    'Unlicensed,Wholesaler,All locations,Kentucky,No license on file,,,',
    'Lapsed,Wholesaler,All locations,Kentucky,Authorized,03/31/2026,,"Wholesaler W-1, federal, 01/01/2024 to 03/31/2026"',
    'Bound,Wholesaler,All locations,Kentucky,Authorized,10/01/2026,,"Wholesaler W-1, federal, 01/01/2025 to 10/01/2026"',
    'Authorized,Wholesaler,All locations,Kentucky,Authorized,,,"Wholesaler W-1, federal, from 01/01/2025"',
    'Gone,Wholesaler,All locations,Kentucky,Authorized,,,"Wholesaler W-1, federal, from 01/01/2024"',
  ])
  const pdf = await partners().readManyAuthorizationPdf({ day: '2026-09-16', authorization: 'notAuthorized' })
  expect(pdf.filename).toBe('authorized-partners_2026-09-16.pdf')
  expect(Buffer.from(pdf.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  t.clock.set(new Date())
})

test('a license that ended stays due on Home until it is renewed, and is mailed no more', async () => {
  await each()
  expect(await partners().readManyDue()).toMatchObject([
    { what: 'license', partnerName: 'Lapsed', on: '2026-03-31', daysLeft: -169 },
    { what: 'license', partnerName: 'Bound', daysLeft: 15 },
  ])
  const [lapsed] = (await partners().readManyTradingpartnersSearch({ name: 'Lapsed' })).items
  const renewal = { tradingPartnerId: lapsed?.id ?? 0, kind: 'wholesaler' as const, number: 'W-2', validFrom: '2026-08-01', validTo: null }
  await partners().createOneLicense(renewal)
  expect(await partners().readManyDue()).toMatchObject([{ partnerName: 'Bound' }])
  t.clock.set(new Date())
})
