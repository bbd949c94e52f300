import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // without a browser that prints PDFs, documents are stored as HTML
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

const BOUNCE = { from: 'MAILER-DAEMON@board.tst', subject: 'Undelivered Mail Returned to Sender' }
const bounceOf = (messageId: string | undefined) => ({
  ...BOUNCE,
  text: 'I am sorry to have to inform you.',
  attachments: [
    ['attachment', 'Final-Recipient: rfc822; grace@board.tst\nAction: failed\nStatus: 5.1.1\n'],
    ['attachment', `Message-ID: ${messageId}\nSubject: Answer\n`],
  ] as [string, string][],
})
const send = async (requestId: number, answerId: number, to: string) => {
  await kit.calls().createOneMail({ requestId, answerId, to, text: 'Here is our answer.' })
  await t.runJobs()
  const [mail] = await t.mailbox.list(to)
  return mail
}
const openIds = async () => (await kit.calls().readMany({})).items.map(({ id }) => id)

describe('an answer that was emailed', () => {
  test('has the request’s own email address as its return address, so that bounces arrive there', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    const mail = await send(id, await kit.prepare(id), 'grace@board.tst')
    expect(mail).toMatchObject({ returnTo: kit.addressOf(id), replyTo: kit.addressOf(id) })
    const [row] = await t.query<{ id: string }>(`select message_id as id from mail where kind = 'tracing.answer' and customer_id = $1`, [
      c.customerId,
    ])
    expect(mail?.messageId).toContain(`<${row?.id}@`)
  })

  test('does not count as an answer once it has bounced: the clock runs again, on the page and in the list, until it is sent again', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(id)
    const mail = await send(id, answerId, 'grace@board.tst')
    expect(await kit.read(id)).toMatchObject({ standing: 'answered', isUndelivered: false })
    expect(await openIds()).toEqual([])
    expect(await kit.arrive(bounceOf(mail?.messageId), id)).toBe('taken')
    expect(await kit.read(id)).toMatchObject({
      ...{ standing: 'new', answeredAt: null, coveredAt: null, isUndelivered: true },
      answers: [{ sendings: [{ mailStatus: 'failed' }] }],
    })
    expect(await openIds()).toEqual([id])
    expect(await kit.calls().readOneFigures()).toMatchObject({ toAnswer: 1, answered: 0 })
    expect(await kit.calls().readOneCount()).toEqual({ amount: 1 })
    expect((await kit.read(id)).entries[0]?.words).toBe('the email to grace@board.tst came back undelivered')
    await send(id, answerId, 'office@board.tst')
    expect(await kit.read(id)).toMatchObject({ standing: 'answered', isUndelivered: false, coveredAt: expect.any(String) })
  })

  test('is judged by its newest email: the bounce of an older one changes nothing', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(id)
    const older = await send(id, answerId, 'old@board.tst')
    const newer = await send(id, answerId, 'new@board.tst')
    await kit.arrive(bounceOf(older?.messageId), id)
    expect(await kit.read(id)).toMatchObject({ standing: 'answered', isUndelivered: false })
    expect((await kit.read(id)).answers[0]?.sendings.map(({ mailStatus }) => mailStatus)).toEqual(['failed', 'sent'])
    await kit.arrive(bounceOf(newer?.messageId), id)
    expect(await kit.read(id)).toMatchObject({ standing: 'new', isUndelivered: true })
    await kit.calls().createOneLink({ requestId: id, answerId, days: 3 })
    expect(await kit.read(id)).toMatchObject({ standing: 'answered', isUndelivered: false })
  })

  test('is marked as undelivered by a bounce that quotes no Message-ID if the answer was the last email sent', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    await send(id, await kit.prepare(id), 'grace@board.tst')
    await kit.arrive({ ...BOUNCE, text: 'No such user' }, id)
    expect(await kit.read(id)).toMatchObject({ standing: 'new', isUndelivered: true })
  })

  test('still counts if the mail server only reports a delay, but no longer counts once a person marks it as undelivered', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    await send(id, await kit.prepare(id), 'grace@board.tst')
    await kit.arrive({ ...BOUNCE, subject: 'Delivery Status Notification (Delay)', text: 'Action: delayed\nWill retry' }, id)
    expect(await kit.read(id)).toMatchObject({ standing: 'answered', isUndelivered: false })
    const [sending] = (await kit.read(id)).answers.flatMap(({ sendings }) => sendings)
    await kit.calls().updateOneUndelivered({ requestId: id, sendingId: sending?.id ?? 0 })
    expect(await kit.read(id)).toMatchObject({ standing: 'new', isUndelivered: true })
  })

  test('does not count if the recipient’s server refuses it at once', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    const answerId = await kit.prepare(id)
    const { mailer } = t.deps
    const refused = Object.assign(new Error('550 No such user'), { code: 'EENVELOPE', responseCode: 550 })
    t.deps.mailer = { ...mailer, send: () => Promise.reject(refused) }
    await kit.calls().createOneMail({ requestId: id, answerId, to: 'grace@board.tst', text: 'Here.' })
    await t.runJobs().finally(() => {
      t.deps.mailer = mailer
    })
    expect(await kit.read(id)).toMatchObject({ standing: 'new', coveredAt: null, isUndelivered: true })
  })

  test('opens its request again if it bounces after the request was closed', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    const mail = await send(id, await kit.prepare(id), 'grace@board.tst')
    await kit.calls().updateOneEnd({ requestId: id })
    await kit.arrive(bounceOf(mail?.messageId), id)
    const request = await kit.read(id)
    expect(request).toMatchObject({ standing: 'new', endedAt: null })
    expect(request.entries.map(({ words }) => words)).toContain('the request was opened again, because its answer did not arrive')
    expect(await openIds()).toEqual([id])
  })
})

test('an answer cannot be handed over once its request is closed', async () => {
  const id = await kit.record([{ serialNumber: 'A' }])
  const answerId = await kit.prepare(id)
  await kit.calls().updateOneEnd({ requestId: id })
  await expect(kit.calls().createOneLink({ requestId: id, answerId, days: 1 })).rejects.toThrow('This request is closed')
  await expect(kit.calls().updateOneHandedOver({ requestId: id, answerId })).rejects.toThrow('This request is closed')
})

test('an acknowledgment that bounces does not count, and can be sent again', async () => {
  const id = await kit.record([{ serialNumber: 'A' }])
  await kit.calls().updateOneAcknowledge({ requestId: id, to: 'grace@board.tst' })
  await t.runJobs()
  expect(await kit.read(id)).toMatchObject({ standing: 'open', acknowledgedAt: expect.any(String) })
  const [mail] = await t.mailbox.list('grace@board.tst')
  await kit.arrive(bounceOf(mail?.messageId), id)
  expect(await kit.read(id)).toMatchObject({ standing: 'new', acknowledgedAt: null, isUndelivered: true })
  await kit.calls().updateOneAcknowledge({ requestId: id, to: 'office@board.tst' })
  expect(await kit.read(id)).toMatchObject({ standing: 'open', isUndelivered: false })
})

describe('an email about a tracing request', () => {
  test('notifies everybody who may answer at the location of that request, and nobody else', async () => {
    const id = await kit.record([{ serialNumber: 'A' }])
    await kit.arrive({ text: 'Any news?' }, id)
    expect(await announced()).toEqual([c.admin.emailAddress, c.lead.emailAddress].toSorted())
  })

  test('notifies everybody who may answer at a location covered by the request, or at any location if the request covers the whole company', async () => {
    await kit.arrive({ text: 'Lot 4711, please.' })
    expect(await announced()).toEqual([c.admin.emailAddress, c.elsewhere.emailAddress, c.lead.emailAddress].toSorted())
  })
})

const announced = async () =>
  (
    await t.query<{ to: string }>(`select unnest(to_addresses) as "to" from mail where customer_id = $1 and kind = 'tracing.arrival'`, [
      c.customerId,
    ])
  )
    .map(({ to }) => to)
    .toSorted()
