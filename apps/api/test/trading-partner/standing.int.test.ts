import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
const customer = useCustomer(t)

const partners = () => t.as(customer.admin).tradingPartner
const licensed = async (name: string, validFrom?: string, validTo?: string | null) => {
  const { id } = await partners().createOne({ customerLocationId: null, name, type: 'upstream', business: 'wholesaler' })
  if (validFrom) await partners().createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: 'W-1', validFrom, validTo })
  return id
}

/** Creates partners so that on 2026-09-16 each possible answer about authorization applies to one of them. */
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

test('the partner list is filtered and sorted by authorization across pages', async () => {
  await each()
  const worstFirst = ['Lapsed: notAuthorized', 'Unlicensed: unknown', 'Bound: expiring', 'Authorized: authorized']
  expect(await search({ sort: 'authorization' })).toEqual(worstFirst)
  expect(await search({ sort: 'authorization', sortOrder: 'desc' })).toEqual(worstFirst.toReversed())
  expect(await search({ authorization: 'notAuthorized' })).toEqual(['Lapsed: notAuthorized'])
  // A partner whose license expires soon is still authorized, so this filter also finds `expiring`. The printed list calls it authorized, too.
  expect(await search({ authorization: 'authorized' })).toEqual(['Authorized: authorized', 'Bound: expiring'])
  expect(await search({ authorization: 'expiring' })).toEqual(['Bound: expiring'])
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

test('the partner list can be shown as of a past day, including partners that were deactivated later', async () => {
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

test('the partner list is saved as CSV and PDF as of the chosen day', async () => {
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
  const print = async (filters: object) => {
    const { filename, base64 } = await partners().readManyAuthorizationPdf({ day: '2026-09-16', ...filters })
    return { filename, text: (await readPages(Buffer.from(base64, 'base64'))).join(' ') }
  }
  const pdf = await print({ authorization: 'authorized', name: 'o', type: 'upstream' })
  expect(pdf.filename).toBe('authorized-partners_2026-09-16.pdf')
  expect(pdf.text).toMatch(/authorized on 09\/16\/2026\? .*Name o .*Type Upstream .*Authorized\? Authorized .*Derived from .*Bound/)
  expect(pdf.text).not.toContain('Lapsed')
  expect((await print({})).text).not.toContain('Authorized?')
  t.clock.set(new Date())
})

test('an expired license stays on Home until it is renewed, and causes no more emails', async () => {
  await each()
  expect(await partners().readManyDue()).toMatchObject([
    { what: 'license', partnerName: 'Bound', daysLeft: 15 },
    { what: 'license', partnerName: 'Lapsed', on: '2026-03-31', daysLeft: -169 },
  ])
  const [lapsed] = (await partners().readManyTradingpartnersSearch({ name: 'Lapsed' })).items
  const renewal = { tradingPartnerId: lapsed?.id ?? 0, kind: 'wholesaler' as const, number: 'W-2', validFrom: '2026-08-01', validTo: null }
  await partners().createOneLicense(renewal)
  expect(await partners().readManyDue()).toMatchObject([{ partnerName: 'Bound' }])
  t.clock.set(new Date())
})

test('Home lists upcoming dates first, soonest first, and then expired licenses, newest first', async () => {
  t.clock.set('2026-09-16T15:00:00Z')
  await licensed('Long ago', '2020-01-01', '2021-12-31')
  await licensed('Later', '2025-01-01', '2026-11-30')
  await licensed('Yesterday', '2025-01-01', '2026-09-15')
  await licensed('Today', '2025-01-01', '2026-09-16')
  await licensed('Soon', '2025-01-01', '2026-09-20')
  const names = (await partners().readManyDue()).map(({ partnerName }) => partnerName)
  expect(names).toEqual(['Today', 'Soon', 'Later', 'Yesterday', 'Long ago'])
  t.clock.set(new Date())
})

test('an expired license is listed as due unless another license of the same kind and state authorizes the partner', async () => {
  t.clock.set('2026-09-16T15:00:00Z')
  const covered = await licensed('Covered', '2025-01-01', '2026-03-31')
  const other = await licensed('Other kind', '2025-01-01', '2026-03-31')
  const open = { number: 'W-0', validFrom: '2024-01-01', validTo: null }
  await partners().createOneLicense({ tradingPartnerId: covered, kind: 'wholesaler', ...open })
  await partners().createOneLicense({ tradingPartnerId: other, kind: '3PL', ...open })
  expect(await partners().readManyDue()).toMatchObject([{ partnerName: 'Other kind' }])
  t.clock.set(new Date())
})
