import { USER_RECIPIENTS_PER_DAY } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '../auth/steps.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, PASSWORD, type TestOrder } from '../make.ts'

const t = useTestDb({ poolSize: 8 })
const customer = useCustomer(t)
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { calls, send } = makeSteps(() => ({ t, customer, order }))
const spend = (recipients: number, user: TestUser = customer.staff) =>
  t.query('insert into mail_budget (customer_id, user_id, at, recipients) values ($1, $2, $3, $4)', [
    customer.customerId,
    user.userId,
    // Two hours back, so that the separate limit of the current hour does not apply.
    new Date(t.clock.now().getTime() - 2 * 60 * MINUTE),
    recipients,
  ])
const spent = async () =>
  (
    await t.query<{ n: number }>('select coalesce(sum(recipients), 0)::int as n from mail_budget where customer_id = $1', [
      customer.customerId,
    ])
  )[0]?.n
const rows = async () => (await t.query('select from incident_mail where customer_id = $1', [customer.customerId])).length
const medId = async () =>
  (await t.query<{ id: number }>('select med_id::int as id from document_med where document_id = $1 and not is_package', [order.id]))[0]
    ?.id ?? 0
const pedigree = async (to: string, cc = '') =>
  t.as(customer.staff).med.emailOne({ medId: await medId(), to, cc, subject: 'x', body: 'y', attachments: [] })
const TOO_MANY = { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('Nothing was sent') }

describe('abuse of email', () => {
  test('is limited by counting every recipient of every kind of email, and counting them again when the email is resent', async () => {
    await pedigree('a@mail.tst; b@mail.tst', 'c@mail.tst')
    expect(await spent()).toBe(3)
    const { id } = await send({ contactEmail: 'victim@mail.tst' })
    expect(await spent()).toBe(4)
    const partners = [{ name: 'Northway', emailAddress: 'd@mail.tst; e@mail.tst; f@mail.tst' }]
    await calls().createManyNotices({ incidentId: id, subject: 'x', body: 'y', partners })
    expect(await spent()).toBe(7)
    await t.runJobs()
    const [mail] = await t.query<{ id: number }>(`select id::int as id from incident_mail where customer_id = $1 and kind = 'report'`, [
      customer.customerId,
    ])
    for (let times = 1; times <= 3; times += 1) {
      await calls().updateLostById({ incidentMailId: mail?.id ?? 0 })
      await calls().sendOneAgain({ incidentMailId: mail?.id ?? 0 })
      await t.runJobs()
      expect(await spent()).toBe(7 + times)
    }
    await t.query(`update mail set status = 'failed' where customer_id = $1 and kind = 'med.pedigree'`, [customer.customerId])
    const [sent] = await t.query<{ id: number }>('select id::int as id from med_email where customer_id = $1', [customer.customerId])
    await t.as(customer.staff).med.emailOneAgain({ medEmailId: sent?.id ?? 0, evenHeld: false })
    expect(await spent()).toBe(13)
  })

  test('is stopped for 24 hours once a user’s limit is reached: nothing more is sent or stored', async () => {
    const { id } = await send()
    await t.runJobs()
    const [mail] = await t.query<{ id: number }>('select id::int as id from incident_mail where customer_id = $1', [customer.customerId])
    await calls().updateLostById({ incidentMailId: mail?.id ?? 0 })
    await spend(USER_RECIPIENTS_PER_DAY - 1)
    const before = await rows()
    await expect(send({ eventNotes: 'one more' })).rejects.toMatchObject(TOO_MANY)
    await expect(pedigree('a@mail.tst')).rejects.toMatchObject(TOO_MANY)
    await expect(calls().sendOneAgain({ incidentMailId: mail?.id ?? 0 })).rejects.toMatchObject(TOO_MANY)
    const partners = [{ name: 'Northway', emailAddress: 'd@mail.tst' }]
    await expect(calls().createManyNotices({ incidentId: id, subject: 'x', body: 'y', partners })).rejects.toMatchObject(TOO_MANY)
    expect(await rows()).toBe(before)
    t.clock.advance(24 * 60 * MINUTE + SECOND)
    await pedigree('a@mail.tst')
  })

  test('is limited for each customer too, no matter which of its users send the emails', async () => {
    for (const user of [customer.admin, customer.lead, customer.colleague, customer.elsewhere]) await spend(1000, user)
    await spend(999, customer.admin)
    await pedigree('a@mail.tst')
    await expect(pedigree('a@mail.tst')).rejects.toMatchObject({ ...TOO_MANY, message: expect.stringContaining('organization') })
  })

  test('is limited to 200 recipients an hour, so fifty notices to twelve addresses each are refused', async () => {
    const { id } = await send()
    const before = await rows()
    const partners = Array.from({ length: 50 }, (_, at) => ({
      name: `P${at}`,
      emailAddress: Array.from({ length: 12 }, (__, of) => `p${at}.${of}@mail.tst`).join('; '),
    }))
    const notice = { incidentId: id, subject: 'x', body: 'y' }
    await expect(calls().createManyNotices({ ...notice, partners })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('200 recipients an hour'),
    })
    expect(await rows()).toBe(before)
    await calls().createManyNotices({ ...notice, partners: partners.slice(0, 16) })
    await expect(calls().createManyNotices({ ...notice, partners: partners.slice(16, 18) })).rejects.toMatchObject(TOO_MANY)
    t.clock.advance(60 * MINUTE + SECOND)
    await calls().createManyNotices({ ...notice, partners: partners.slice(16, 32) })
  })

  test('is limited even if twelve emails are sent concurrently: only those within the limit are sent', async () => {
    const { id } = await send()
    await spend(USER_RECIPIENTS_PER_DAY - 1 - 5)
    const before = await rows()
    const notice = (at: number) => ({
      incidentId: id,
      subject: 'x',
      body: 'y',
      partners: [{ name: `P${at}`, emailAddress: `p${at}@mail.tst` }],
    })
    const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => calls().createManyNotices(notice(at))))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(5)
    expect(await rows()).toBe(before + 5)
    expect(await spent()).toBe(USER_RECIPIENTS_PER_DAY)
  })
})

describe('abuse of sign-in codes', () => {
  const codes = async () =>
    (await t.mailbox.list(customer.staff.emailAddress))
      .filter(({ subject }) => subject.includes('security code'))
      .map((mail) => mail.text.match(/\b\d{6}\b/)?.[0] ?? '')
  const begin = async () => {
    const visitor = t.visitor()
    await visitor.call.auth.createOneToken({ emailAddress: customer.staff.emailAddress, password: PASSWORD })
    return visitor
  }

  test('is limited: ten simultaneous sign-ins of one user send a single code, and the code completes only one of them', async () => {
    const visitors = await Promise.all(Array.from({ length: 10 }, begin))
    await t.runJobs()
    const [code = ''] = await codes()
    expect(await codes()).toHaveLength(1)
    const answers = await Promise.allSettled(visitors.map((visitor) => visitor.call.auth.updateOneTotp({ totp: code })))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })

  test('cannot lock a user out: a second sign-in within 30 seconds leaves the code emailed for the first one valid', async () => {
    const first = await begin()
    await begin()
    await t.runJobs()
    const [code = ''] = await codes()
    expect(await first.call.auth.updateOneTotp({ totp: code })).toMatchObject({ step: 'signedIn' })
  })

  test('is limited, because all sign-ins within 30 seconds share one code and five attempts, and a new code is emailed only after that', async () => {
    const first = await begin()
    await t.runJobs()
    const [code = ''] = await codes()
    const wrong = code === '000000' ? '000001' : '000000'
    const guess = (one: Awaited<ReturnType<typeof begin>>) => one.call.auth.updateOneTotp({ totp: wrong })
    for (let times = 0; times < 2; times += 1) await expect(guess(first)).rejects.toMatchObject({ message: 'The code is incorrect.' })
    const second = await begin()
    for (const one of [second, first, second]) await expect(guess(one)).rejects.toMatchObject({ message: 'The code is incorrect.' })
    for (const one of [first, second, await begin()])
      await expect(one.call.auth.updateOneTotp({ totp: code })).rejects.toMatchObject({ message: 'totp expired' })
    for (const one of [first, second]) await expect(one.call.auth.updateOneResendtotp()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await t.runJobs()
    expect(await codes()).toHaveLength(1)
    t.clock.advance(31 * SECOND)
    const answers = await Promise.allSettled([first, second, first, second].map((one) => one.call.auth.updateOneResendtotp()))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    await t.runJobs()
    expect(await codes()).toHaveLength(2)
  })

  test('is limited: after one sign-in requests a new code, the earlier code works only for the other sign-in', async () => {
    const first = await begin()
    const second = await begin()
    await t.runJobs()
    const [code = ''] = await codes()
    t.clock.advance(31 * SECOND)
    await second.call.auth.updateOneResendtotp()
    expect(await first.call.auth.updateOneTotp({ totp: code })).toMatchObject({ step: 'signedIn' })
    await expect(second.call.auth.updateOneTotp({ totp: code })).rejects.toMatchObject({ message: 'The code is incorrect.' })
  })

  test('is not assumed when a person who has just used a code asks for a new one', async () => {
    for (let times = 1; times <= 3; times += 1) {
      const visitor = await begin()
      await t.runJobs()
      const [newest = ''] = await codes()
      await visitor.call.auth.updateOneTotp({ totp: newest })
      expect(await codes()).toHaveLength(times)
    }
  })
})
