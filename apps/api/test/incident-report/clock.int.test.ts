import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../../src/outside/mail.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
  await t.query('update customer set regulator_email_address = $1 where id = $2', ['fda@mail.tst', customer.customerId])
})
afterEach(async () => {
  if (bad) await t.deps.mailer.close()
  bad = undefined
  t.deps.mailer = createMailer(t.mailbox.smtpUrl)
})
const { calls, send } = makeSteps(() => ({ t, customer, order }))

/** The address that the mail server refuses; undefined if it refuses none. */
let bad: string | undefined
function refuse(address: string): void {
  bad = address
  const { mailer } = t.deps
  t.deps.mailer = {
    ...mailer,
    send: (mail) =>
      [mail.to].flat().includes(address)
        ? Promise.reject(Object.assign(new Error('550 No such user'), { code: 'EENVELOPE', responseCode: 550 }))
        : mailer.send(mail),
  }
}

/** A report that a person made outside Seriatim. */
const elsewhereToday = { day: '2026-09-16', time: '15:30', reference: '3911-77120' }
const missing = async () => (await calls().readManyClocks()).map(({ clock }) => clock.missing)
const detail = (incidentId: number) => calls().readOneById({ incidentId })

describe('the 24-hour notification', () => {
  test('is due until the email to the FDA has been accepted and a person has confirmed that the partners were notified', async () => {
    const { id } = await send()
    expect(await calls().readManyClocks()).toMatchObject([
      {
        id,
        productName: 'Amoxicillin 500 mg capsules',
        classification: 'COUNTERFEIT',
        clock: { dueAt: '2026-11-02T21:20:00.000Z', missing: ['fdaMailWaiting', 'partnersNotTold'] },
      },
    ])
    await t.runJobs()
    expect(await missing()).toEqual([['partnersNotTold']])
    expect(await calls().readManyBySearch({})).toMatchObject({ items: [{ clock: { value: { missing: ['partnersNotTold'] } } }] })
    expect(await detail(id)).toMatchObject({ told: { fda: { how: 'mail', by: null }, partners: null } })
    await calls().updateNotificationById({ incidentId: id, who: 'partners', how: 'told' })
    expect(await missing()).toEqual([])
    expect(await detail(id)).toMatchObject({
      clock: null,
      told: { partners: { how: 'told', at: t.clock.now().toISOString(), by: { firstName: expect.any(String) } } },
    })
    expect(await calls().readManyBySearch({})).toMatchObject({ items: [{ clock: { value: null } }] })
    expect(await calls().readCountByUser()).toEqual({ count: 1 })
  })

  test('is due again if a recorded notification is withdrawn, and the trail keeps both entries', async () => {
    const { id } = await send()
    await calls().updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday })
    await calls().updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday })
    await calls().updateNotificationById({ incidentId: id, who: 'partners', how: 'none' })
    expect(await missing()).toEqual([])
    await calls().updateNotificationById({ incidentId: id, who: 'partners', how: 'notYet' })
    await calls().updateNotificationById({ incidentId: id, who: 'fda', how: 'notYet' })
    expect(await missing()).toEqual([['fdaMailWaiting', 'partnersNotTold']])
    const { items } = await t.as(customer).audit.readManyBySearch({ kind: 'incident' })
    expect(items.map(({ what, facts }) => [what, facts[0]?.label, facts[0]?.before, facts[0]?.value]).slice(0, 4)).toEqual([
      ['Incident notification record withdrawn', 'The FDA', 'notified', 'not yet'],
      ['Incident notification record withdrawn', 'Trading partners', 'there are none', 'not yet'],
      ['Incident notification recorded', 'Trading partners', 'not yet', 'there are none'],
      ['Incident notification recorded', 'The FDA', 'not yet', 'notified'],
    ])
  })

  test('made outside Seriatim can be recorded with a reference and with a date and time in the recorder’s time zone, but not in the future', async () => {
    const { id } = await send()
    const there = calls({ timeZone: 'America/New_York' })
    await there.updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday })
    expect(await detail(id)).toMatchObject({
      told: { fda: { how: 'told', at: '2026-09-16T19:30:00.000Z', by: { firstName: 'Staff' }, reference: '3911-77120' } },
    })
    const history = await calls().readManyHistory({ incidentId: id })
    expect(history).toContainEqual(
      expect.objectContaining({ what: 'Report to the FDA recorded', detail: 'Reported outside Seriatim, reference 3911-77120' }),
    )
    await there.updateNotificationById({ incidentId: id, who: 'fda', how: 'notYet' })
    expect(await detail(id)).toMatchObject({ told: { fda: null } })
    await expect(
      there.updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday, day: '2099-01-01' }),
    ).rejects.toMatchObject({ message: /in the future/, cause: { facts: { field: 'day' } } })
  })

  test('counts as made if the FDA has assigned a number', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '7' })
    expect(await missing()).toEqual([['partnersNotTold']])
    expect(await detail(id)).toMatchObject({ told: { fda: { how: 'number', at: null, by: null } } })
    await calls().updateOneById({ id, field: 'incidentNumber', value: '' })
    expect(await missing()).toEqual([['fdaMailWaiting', 'partnersNotTold']])
  })

  test('shows which email the FDA’s server refused, and only that email is sent again', async () => {
    refuse('fda@mail.tst')
    const { id, recipients } = await send()
    expect(recipients.sort()).toEqual(['contact@mail.tst', 'fda@mail.tst'])
    await t.runJobs()
    expect(await missing()).toEqual([['fdaMailFailed', 'partnersNotTold']])
    const { mails } = await detail(id)
    expect(mails.map(({ to, status, recipient, lastError }) => [to, status, recipient, lastError])).toEqual([
      [['contact@mail.tst'], 'sent', 'copy', null],
      [['fda@mail.tst'], 'failed', 'fda', '550 No such user'],
    ])
    bad = undefined
    t.deps.mailer = createMailer(t.mailbox.smtpUrl)
    const before = (await t.mailbox.list('contact@mail.tst')).length
    await calls().sendOneAgain({ incidentMailId: mails[1]?.id ?? 0 })
    await t.runJobs()
    expect(await missing()).toEqual([['partnersNotTold']])
    expect(await t.mailbox.list('contact@mail.tst')).toHaveLength(before)
  })

  test('is due again if somebody reports that an accepted email did not arrive', async () => {
    const { id } = await send()
    await t.runJobs()
    const [, toFda] = (await detail(id)).mails
    await calls().updateLostById({ incidentMailId: toFda?.id ?? 0 })
    expect(await missing()).toEqual([['fdaMailFailed', 'partnersNotTold']])
    expect(await detail(id)).toMatchObject({
      told: { fda: null },
      mails: [
        { isLost: false },
        { status: 'failed', isLost: true, lastError: expect.stringMatching(/^\w.* marked it as not delivered\.$/) },
      ],
    })
    await expect(calls().updateLostById({ incidentMailId: toFda?.id ?? 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await calls().sendOneAgain({ incidentMailId: toFda?.id ?? 0 })
    await t.runJobs()
    expect(await missing()).toEqual([['partnersNotTold']])
    const { items } = await t.as(customer).audit.readManyBySearch({ kind: 'incident' })
    expect(items.map(({ what }) => what)).toContain('Incident email marked as not delivered')
  })

  test.each([
    ['none', null],
    ['a wrong address', 'wrong@mail.tst'],
  ])('can still be emailed once the regulator’s correct address is entered, if %s was set when the report was sent', async (_, address) => {
    const setAddress = (to: string | null) =>
      t.query('update customer set regulator_email_address = $1 where id = $2', [to, customer.customerId])
    await setAddress(address)
    if (address) refuse(address)
    const { id } = await send()
    await t.runJobs()
    expect((await detail(id)).unmailed).toEqual(address ? [address] : [])
    await setAddress('right@mail.tst')
    expect(await detail(id)).toMatchObject({ unmailed: ['right@mail.tst'], told: { fda: null } })
    expect(await calls().sendOneToRegulator({ incidentId: id })).toEqual({ recipients: ['right@mail.tst'] })
    await expect(calls().sendOneToRegulator({ incidentId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await t.runJobs()
    expect(await missing()).toEqual([['partnersNotTold']])
    expect((await detail(id)).unmailed).toEqual([])
    const [mail] = await t.mailbox.list('right@mail.tst')
    const { attachments = [] } = (await t.mailbox.get(mail?.id ?? '')) ?? {}
    const { base64 } = await calls().downloadOneByPath({ filepath: (await detail(id)).filepath })
    expect(attachments[0]?.content.toString('base64')).toBe(base64)
  })

  test('keeps its deadline when a follow-up gives another determination date, and is not required for the follow-up itself', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '7' })
    await send({ reportType: 'FOLLOWUP', incidentNumber: '7', productFoundDate: '2026-11-03' }, id)
    expect(await calls().readManyClocks()).toMatchObject([{ id, clock: { dueAt: '2026-11-02T21:20:00.000Z' } }])
    await expect(
      calls().updateOneById({ id, field: 'productFoundDate' as 'quantity', value: '2026-11-03' }), // the call refuses a field that cannot be edited
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await send({ reportType: 'FOLLOWUP', incidentNumber: 'reported elsewhere' })
    expect(await calls().readManyClocks()).toHaveLength(1)
  })

  test('can no longer be recorded after the incident was terminated', async () => {
    const { id } = await send()
    await send({ reportType: 'TERMINATE', incidentNumber: '7', terminationNotes: 'settled' }, id)
    await calls().updateTerminatedById({ incidentId: id })
    expect(await missing()).toEqual([])
    await expect(calls().updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday })).rejects.toMatchObject({
      message: /was terminated/,
    })
  })

  test('[ROLE-008] can be neither seen nor recorded by another location', async () => {
    const { id } = await send()
    const elsewhere = t.as(customer.elsewhere).incidentReport
    expect(await elsewhere.readManyClocks()).toEqual([])
    await expect(elsewhere.updateNotificationById({ incidentId: id, who: 'fda', how: 'told', ...elsewhereToday })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

test('a report’s recipients do not count toward the daily limit of notices', async () => {
  const { id } = await send()
  await t.query(
    `with more as (
       insert into mail (customer_id, kind, created_at, created_by_id, to_addresses, cc_addresses, subject, body, status)
       select customer_id, kind, created_at, created_by_id, to_addresses, cc_addresses, subject, body, 'sent' from mail, generate_series(1, 200)
       where to_addresses = '{fda@mail.tst}' and id in (select mail_id from incident_mail where report_id = $1) returning customer_id, id
     ) insert into incident_mail (customer_id, mail_id, thread_id, report_id, kind)
       select more.customer_id, more.id, report.thread_id, report.id, 'report' from more, incident_report report where report.id = $1`,
    [id],
  )
  const partners = [{ name: 'North', emailAddress: 'north@partner.tst' }]
  expect(await calls().createManyNotices({ incidentId: id, subject: 'Notice', body: 'Dear {partner}', partners })).toEqual({ mails: 1 })
})

test('an invalid contact address in Incident Info is refused with an error that names the field', async () => {
  const { id } = await send()
  await expect(calls().updateOneById({ id, field: 'contactEmail', value: 'nobody' })).rejects.toMatchObject({
    message: '"nobody" is not an email address (item 23).',
    cause: { facts: { field: 'contactEmail' } },
  })
})
