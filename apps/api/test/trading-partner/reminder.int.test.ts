import { expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { remindOfPapers } from '../../src/domains/trading-partner/agreement/paper-reminder.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const partners = () => t.as(customer.admin).tradingPartner
const license = { kind: 'wholesaler' as const, number: '031-04418', validFrom: '2025-01-01', validTo: '2026-10-26' }

async function partner(customerLocationId: number | null = null) {
  const { id } = await partners().createOne({ customerLocationId, name: 'Northway', type: 'upstream' })
  const { licenses } = await partners().createOneLicense({ ...license, tradingPartnerId: id })
  return { id, licenseId: licenses[0]?.id ?? 0 }
}

/** Runs the license reminder as on this day; returns the recipients of the emails that it sent. */
async function on(day: string): Promise<string[]> {
  const now = new Date(`${day}T15:00:00Z`)
  const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
  const before = await mails()
  await withCustomer(t.deps.db, scope, 'read write', (tx) => remindOfPapers(tx, now))
  return (await mails()).slice(before.length).map((mail) => mail.to.split('.')[0] ?? '')
}

const mails = () =>
  t.query<{ to: string; subject: string }>(
    `select to_addresses[1] as to, subject from mail where customer_id = $1 and kind = 'partner.license' order by id`,
    [customer.customerId],
  )

test('admins are reminded of an expiring license 90, 30 and 7 days before its last day and on that day, once each', async () => {
  await partner()
  expect(await on('2026-07-27')).toEqual([])
  expect((await on('2026-07-28')).sort()).toEqual(['admin', 'elsewhere', 'lead'])
  expect(await on('2026-07-29')).toEqual([])
  for (const [day, next] of [
    ['2026-09-26', '2026-09-27'],
    ['2026-10-19', '2026-10-20'],
    ['2026-10-26', '2026-10-27'],
  ] as const) {
    expect(await on(day)).toHaveLength(3)
    expect(await on(day)).toEqual([])
    expect(await on(next)).toEqual([])
  }
  expect((await mails()).map((mail) => mail.subject)).toContain('A license of Northway ends today')
})

test('a license entered shortly before it expires causes one reminder, not one for each stage already passed', async () => {
  await partner()
  expect(await on('2026-10-21')).toHaveLength(3)
  expect(await on('2026-10-22')).toEqual([])
  expect(await on('2026-10-26')).toHaveLength(3)
})

test('reminders about a location’s licenses go to its admins and the customer admin', async () => {
  await partner(customer.branch.id)
  expect((await on('2026-10-20')).sort()).toEqual(['admin', 'elsewhere'])
})

test('a renewed license causes no reminder until its new end approaches', async () => {
  const { id, licenseId } = await partner()
  await partners().createOneLicense({ ...license, tradingPartnerId: id, validFrom: '2026-10-27', validTo: '2027-10-26' })
  expect(await on('2026-10-20')).toEqual([])
  await partners().deleteOneLicense({ id: licenseId, reason: 'entered twice' })
  expect(await on('2027-10-26')).toHaveLength(3)
})

test('people who can see a partner are shown which of its licenses expire within 90 days', async () => {
  t.clock.set('2026-09-16T15:00:00Z')
  await partner()
  const mine = await partner(customer.branch.id)
  expect(await t.as(customer.staff).tradingPartner.readManyDue()).toMatchObject([{ partnerName: 'Northway', daysLeft: 40 }])
  expect((await t.as(customer.elsewhere).tradingPartner.readManyDue()).map((one) => one.partnerId)).toContain(mine.id)
  t.clock.set(new Date())
})

test('a license due for a check causes a reminder a week before and on the day, and stays due until it is checked', async () => {
  const { id, licenseId } = await partner()
  const checked = { ...license, validTo: '2028-12-31', id: licenseId }
  await partners().updateOneLicense({ ...checked, nextCheck: '2026-09-16' })
  expect(await on('2026-09-08')).toEqual([])
  for (const day of ['2026-09-09', '2026-09-16']) {
    expect(await on(day)).toHaveLength(3)
    expect(await on(day)).toEqual([])
  }
  expect((await mails()).map((mail) => mail.subject)).toContain('A license check of Northway is due today')
  expect(await on('2026-09-30')).toEqual([])
  t.clock.set('2026-09-30T15:00:00Z')
  expect(await partners().readManyDue()).toMatchObject([{ what: 'check', partnerId: id, on: '2026-09-16', daysLeft: -14 }])
  const [row] = (await partners().readManyTradingpartnersSearch({})).items
  expect(row).toMatchObject({ checkDue: { on: '2026-09-16', daysLeft: -14 }, agreementEnds: null })
  await partners().updateOneLicense({ ...checked, nextCheck: '2027-09-16' })
  expect(await partners().readManyDue()).toEqual([])
  expect((await partners().readManyTradingpartnersSearch({})).items[0]).toMatchObject({ checkDue: null })
  t.clock.set(new Date())
})

test('a license check that is already overdue when it is entered causes one reminder', async () => {
  const { licenseId } = await partner()
  await partners().updateOneLicense({ ...license, validTo: null, id: licenseId, nextCheck: '2026-01-01' })
  expect(await on('2026-09-16')).toHaveLength(3)
  expect(await on('2026-09-17')).toEqual([])
})

test('expiring agreements cause the same reminders as licenses, unless a new agreement follows', async () => {
  const { id } = await partners().createOne({ customerLocationId: customer.branch.id, name: 'Northway', type: 'upstream' })
  const agreement = {
    tradingPartnerId: id,
    kind: 'records' as const,
    title: 'Keeps our data',
    signedOn: '2025-01-01',
    endsOn: '2026-10-26',
  }
  await partners().createOneAgreement(agreement)
  expect((await on('2026-07-28')).sort()).toEqual(['admin', 'elsewhere'])
  expect(await on('2026-07-29')).toEqual([])
  t.clock.set('2026-10-16T15:00:00Z')
  expect((await partners().readManyTradingpartnersSearch({})).items[0]).toMatchObject({ agreementEnds: { on: '2026-10-26', daysLeft: 10 } })
  expect(await partners().readManyDue()).toMatchObject([{ what: 'agreement', words: 'Keeps our data', daysLeft: 10 }])
  t.clock.set(new Date())
  await partners().createOneAgreement({ ...agreement, signedOn: '2026-10-27', endsOn: null })
  expect(await on('2026-10-26')).toEqual([])
})

test('everything due on the same day is in one email', async () => {
  const { id, licenseId } = await partner()
  await partners().updateOneLicense({ ...license, id: licenseId, nextCheck: '2026-10-26' })
  await partners().createOneAgreement({ tradingPartnerId: id, kind: 'other', title: 'Terms', signedOn: '2025-01-01', endsOn: '2026-10-26' })
  expect(await on('2026-10-26')).toHaveLength(3)
  expect((await mails()).map((mail) => mail.subject)).toEqual(Array(3).fill('3 trading partner records need your attention'))
})
