import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { remindOfReview } from '../../src/domains/user/review/review-reminder.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { PASSWORD } from '../make.ts'
import { inviteBy, joinBy } from './steps.ts'

const DAY = 86_400_000

const t = useTestDb()
beforeEach(() => t.clock.set(new Date()))
const c = useCustomer(t)

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(t.clock.now())
const review = async (day: string) => (await t.as(c.admin).user.readReview({ day })).people

describe('access as of a day', () => {
  test('is reconstructed from the trail, whatever changed since then', async () => {
    const call = t.as(c.admin)
    const days: { day: string; people: unknown }[] = []
    const step = async (work: () => Promise<unknown>) => {
      t.clock.advance(DAY)
      await work()
      days.push({ day: today(), people: await review(today()) })
    }
    const at = { userId: c.staff.userId, customerLocationId: c.branch.id }
    await step(async () => undefined)
    await step(() => call.userLocation.createOne({ ...at, isAdmin: true }))
    await step(() => call.userLocation.updateOneToggleadmin(at))
    let invited = 0
    await step(async () => {
      invited = (await inviteBy(t, c.admin, [c.main.id])).user.id
    })
    await step(() => call.userLocation.updateOneToggleadmin({ userId: invited, customerLocationId: c.main.id }))
    await step(() => call.user.deleteOneInvitation({ userId: invited }))
    await step(() => joinBy(t, c.admin, [c.branch.id]))
    await step(() => call.user.updateToggleisactive({ userId: c.staff.userId, to: false }))
    await step(() => call.userLocation.deleteOne({ userId: c.colleague.userId, customerLocationId: c.main.id }))
    await step(() => call.user.updateToggleisactive({ userId: c.staff.userId, to: true }))
    await step(async () => {
      await call.user.createOneHandOver({ userId: c.lead.userId, password: PASSWORD })
      await t.as(c.lead).user.updateOneHandOver({ password: PASSWORD })
      await t.as(c.lead).user.createOneHandOver({ userId: c.admin.userId, password: PASSWORD })
      await t.as(c.admin).user.updateOneHandOver({ password: PASSWORD })
    })
    t.clock.advance(DAY)
    for (const { day, people } of days) expect([day, await review(day)]).toEqual([day, people])
    expect(await review('2001-01-01')).toEqual([])
  })

  test('lists, for any day, the people who can see another location’s goods because their own location is recorded as the owner of these goods', async () => {
    const own = (ownerLocationId: number | null) =>
      t.as(c.admin).location.updateOneOwner({ customerLocationId: c.main.id, ownerLocationId })
    const listReads = async (day: string) => (await review(day)).filter(({ reads }) => reads.length).map(({ id, reads }) => ({ id, reads }))
    const before = today()
    t.clock.advance(DAY)
    await own(c.branch.id)
    const during = today()
    const reader = { id: c.elsewhere.userId, reads: [{ locationId: c.main.id, name: 'Main', owner: 'Branch' }] }
    expect(await listReads(during)).toContainEqual(reader)
    expect((await listReads(during)).map(({ id }) => id)).not.toContain(c.admin.userId)
    expect((await t.as(c.admin).user.readReviewCsv({ day: during })).text).toContain('Can see goods owned by Branch')
    await t.as(c.admin).user.createOneReview()
    const level = (await review(during)).find(({ id }) => id === c.elsewhere.userId)?.access[0]?.level
    const line = { userId: c.elsewhere.userId, seen: `${c.branch.id}:${level} ${c.main.id}:reads` }
    await expect(t.as(c.admin).user.updateOneReviewLine({ ...line, seen: `${c.branch.id}:${level}` })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await t.as(c.admin).user.updateOneReviewLine(line)
    t.clock.advance(DAY)
    await own(null)
    expect(await listReads(today())).toEqual([])
    const lines = (await t.as(c.admin).user.readReviewState()).open?.lines
    expect(lines?.find(({ userId }) => userId === c.elsewhere.userId)).toMatchObject({ confirmedAt: null, isChangedSince: true })
    t.clock.advance(DAY)
    expect(await listReads(during)).toContainEqual(reader)
    expect(await listReads(before)).toEqual([])
  })

  test('can be saved as CSV and as PDF, and the trail records both', async () => {
    const csv = await t.as(c.admin).user.readReviewCsv({ day: today() })
    expect(csv.filename).toBe(`access-${today()}.csv`)
    expect(csv.text.split('\r\n')[0]).toBe('\uFEFFUser,Email address,State,Role,Branch,Main')
    expect(csv.text).toContain(`Staff Tester,${c.staff.emailAddress},Active,User,,User\r\n`)
    expect(csv.text).toContain(`Admin Tester,${c.admin.emailAddress},Active,Customer admin,All,All\r\n`)
    const pdf = await t.as(c.admin).user.readReviewPdf({ day: today() })
    expect(Buffer.from(pdf.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const lines = await t.query<{ action: string }>('select action from audit where customer_id = $1 order by id', [c.customerId])
    expect(lines.map(({ action }) => action)).toEqual(['accessReview.csv', 'accessReview.pdf'])
    await expect(t.as(c.lead).user.readReview({ day: today() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('the yearly review of access', () => {
  test('is confirmed line by line; a changed line must be confirmed again, and the review is finished only when complete', async () => {
    const { user: calls, userLocation } = t.as(c.admin)
    await expect(calls.updateOneReviewLine({ userId: c.staff.userId, seen: '' })).rejects.toThrow(/No review/)
    await calls.createOneReview()
    await expect(calls.createOneReview()).rejects.toThrow(/already under way/)
    const confirm = async () => {
      for (const { id, access } of await review(today()))
        await calls.updateOneReviewLine({ userId: id, seen: access.map((one) => `${one.locationId}:${one.level}`).join(' ') })
    }
    await expect(calls.updateOneReviewLine({ userId: c.staff.userId, seen: `${c.main.id}:admin` })).rejects.toThrow(/Someone else changed/)
    await expect(calls.updateOneReview()).rejects.toThrow(/not confirmed/)
    await confirm()
    await userLocation.createOne({ userId: c.staff.userId, customerLocationId: c.branch.id })
    const changed = (await calls.readReviewState()).open?.lines.filter((line) => line.isChangedSince)
    expect(changed).toMatchObject([{ userId: c.staff.userId, confirmedAt: null }])
    await expect(calls.updateOneReview()).rejects.toThrow(/changed since/)
    await confirm()
    await calls.updateOneReview()
    expect(await calls.readReviewState()).toMatchObject({ open: null, last: { by: { firstName: 'Admin' } } })
  })
})

describe('the reminder of the yearly review', () => {
  const remind = () => {
    const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
    return withCustomer(t.deps.db, scope, 'read write', (tx) => remindOfReview(tx, t.clock.now()))
  }
  const mails = async () =>
    (
      await t.query<{ to: string }>(`select to_addresses[1] as to from mail where customer_id = $1 and kind = 'user.reviewDue'`, [
        c.customerId,
      ])
    ).map((row) => row.to)
  const due = () => t.as(c.admin).user.readReviewDue()
  const finish = async () => {
    const calls = t.as(c.admin).user
    await calls.createOneReview()
    for (const { id, access, status } of await review(today()))
      if (status !== 'deactivated')
        await calls.updateOneReviewLine({ userId: id, seen: access.map((one) => `${one.locationId}:${one.level}`).join(' ') })
    await calls.updateOneReview()
  }

  test('is emailed to the customer admin once a year and shown on Home until a review begins', async () => {
    const start = t.clock.now()
    const inYears = (years: number, days = 1) => {
      const at = new Date(start)
      at.setUTCFullYear(at.getUTCFullYear() + years)
      t.clock.set(new Date(at.getTime() + days * DAY))
    }
    expect([await remind(), await due()]).toEqual([false, { isDue: false, lastFinishedAt: null }])
    inYears(1, -1)
    expect(await remind()).toBe(false)
    inYears(1)
    expect([await remind(), await remind()]).toEqual([true, false])
    expect(await mails()).toEqual([c.admin.emailAddress])
    expect(await due()).toEqual({ isDue: true, lastFinishedAt: null })
    inYears(2)
    expect([await remind(), await remind()]).toEqual([true, false])
    await finish()
    expect([await remind(), await due()]).toEqual([false, { isDue: false, lastFinishedAt: t.clock.now().toISOString() }])
    inYears(3, 2)
    await t.as(c.admin).user.createOneReview()
    expect([await remind(), (await due()).isDue]).toEqual([false, false])
    expect(await mails()).toHaveLength(2)
  })

  test('gives the date of the last review as month, day and year', async () => {
    t.clock.set(new Date('2027-03-05T12:00:00Z'))
    await finish()
    t.clock.set(new Date('2028-03-06T12:00:00Z'))
    expect(await remind()).toBe(true)
    const [mail] = await t.query<{ body: string }>(`select body from mail where customer_id = $1 and kind = 'user.reviewDue'`, [
      c.customerId,
    ])
    expect(mail?.body).toContain('Your last access review was finished on 03/05/2027, more than a year ago.')
  })
})
