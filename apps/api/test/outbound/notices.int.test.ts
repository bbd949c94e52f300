import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { shipmentIntake } from '../../src/domains/outbound/send/bounce.service.ts'
import { reminderJob } from '../../src/domains/outbound/send/reminder.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { load, makeRecord, readRecallId } from '../recall/recalls.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const DAY = 24 * 3_600_000

async function receivedOrder(given: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(c, given)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

/** A shipment of one package whose documents were emailed. */
async function mailed(to = 'desk@harbor.tst') {
  const { begin, scan, send, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, serials[0] ?? '')
  await send(shipmentId, { mailTo: to })
  return shipmentId
}

const mails = () =>
  t.query<{ subject: string; body: string; envelope_from: string | null; message_id: string }>(
    "select subject, body, envelope_from, message_id from mail where customer_id = $1 and kind = 'shipment.documents' order by id",
    [c.customerId],
  )
const tokenIn = (body: string | undefined) => /\/inspect\/([\w-]+)/.exec(body ?? '')?.[1] ?? ''

describe('documents that nobody opened', () => {
  async function morning(days: number): Promise<void> {
    t.clock.advance(days * DAY)
    await reminderJob.run({}, t.deps as unknown as JobContext) // the job uses only those fields of its context that `t.deps` has
    await t.runJobs()
  }

  test('are marked in the list, and their receiver gets one reminder with a link that works', async () => {
    const { read, calls } = kit()
    const shipmentId = await mailed()
    await morning(1)
    expect(await mails()).toHaveLength(1)
    expect(await read(shipmentId)).toMatchObject({ isUnopened: false })
    await morning(1)
    await morning(1)
    expect((await mails()).map(({ subject }) => subject.startsWith('Reminder: '))).toEqual([false, true])
    expect((await calls().readMany({})).items).toMatchObject([{ id: shipmentId, isUnopened: true }])
    await t.anonymous().inspectionLink.openOne({ token: tokenIn((await mails())[1]?.body) })
    expect(await read(shipmentId)).toMatchObject({ isUnopened: false, sendings: [{ isReminder: true, opened: 1 }, { isReminder: false }] })
  })

  test('no longer get a reminder if a link is opened or the shipment is voided before the reminder is due', async () => {
    const { calls } = kit()
    const opened = await mailed()
    await t.anonymous().inspectionLink.openOne({ token: tokenIn((await mails())[0]?.body) })
    const voided = await mailed()
    await calls().updateOneVoid({ shipmentId: voided, reason: 'Wrong store' })
    await t.runJobs()
    await morning(3)
    expect((await mails()).filter(({ subject }) => subject.startsWith('Reminder: '))).toEqual([])
    expect((await calls().readMany({})).items.map(({ id, isUnopened }) => [id, isUnopened])).toEqual([
      [voided, false],
      [opened, false],
    ])
  })
})

test('An email that bounces is shown as not delivered; a bounce of another email changes nothing', async () => {
  const { read, calls } = kit()
  const shipmentId = await mailed()
  const [mail] = await mails()
  const arrive = (messageId: string) =>
    shipmentIntake.receive(t.deps, {
      to: [mail?.envelope_from ?? ''],
      from: 'MAILER-DAEMON@harbor.tst',
      subject: 'Undelivered Mail Returned to Sender',
      messageId: '<bounce@harbor.tst>',
      headers: new Map(),
      writing: { all: Buffer.from('I am sorry to have to inform you.'), text: '', isHtml: false } as never, // only the bytes are read
      attachments: [
        { filename: 'report', content: Buffer.from('Final-Recipient: rfc822; desk@harbor.tst\nAction: failed\nStatus: 5.1.1\n') },
        { filename: 'mail', content: Buffer.from(`Message-ID: <${messageId}@seriatim.test>\n`) },
      ],
    })
  expect(await arrive('another')).toBe('automatic')
  expect(await read(shipmentId)).toMatchObject({ isUndelivered: false })
  expect(await arrive(mail?.message_id ?? '')).toBe('taken')
  const lost = await read(shipmentId)
  expect(lost).toMatchObject({
    isUndelivered: true,
    sendings: [{ status: 'failed', error: 'Their mail server marked it as not delivered.' }],
  })
  await calls().updateOneMail({ shipmentId, sendingId: lost.sendings[0]?.id ?? 0 })
  await t.runJobs()
  expect(await read(shipmentId)).toMatchObject({ isUndelivered: false })
})

describe('a recall of packages that were sent', () => {
  test('names the partners that got them, and is emailed to these partners with the serial numbers', async () => {
    const { begin, scan, send, addReceiver, calls } = kit()
    const { serials } = await receivedOrder()
    const to = await addReceiver()
    const shipmentId = await begin(to)
    await scan(shipmentId, serials[0] ?? '')
    await scan(shipmentId, serials[1] ?? '')
    await send(shipmentId)
    const record = makeRecord({ code_info: `Lot #: ${SAMPLE_PRODUCTS[0]?.lot}` })
    await load(t, [record])
    await t.runJobs()
    const recallId = await readRecallId(t, record)
    const [receiver, ...others] = await calls().readManyRecalled({ recallId })
    expect(others).toEqual([])
    expect(receiver).toMatchObject({
      tradingPartnerId: to.id,
      toName: 'Harbor Pharmacy',
      shipmentIds: [shipmentId],
      mayNotify: true,
      notices: [],
    })
    const meds = receiver?.meds ?? 0
    await calls().createOneRecallNotice({ recallId, tradingPartnerId: to.id, to: 'desk@harbor.tst' })
    await t.runJobs()
    const [mail] = await t.query<{ subject: string; body: string }>(
      "select subject, body from mail where customer_id = $1 and kind = 'shipment.recall'",
      [c.customerId],
    )
    expect(mail?.body).toContain(`serial ${serials[0]}`)
    expect((await calls().readManyRecalled({ recallId }))[0]?.notices).toMatchObject([{ to: 'desk@harbor.tst', meds, status: 'sent' }])
    await expect(calls(c.staff).createOneRecallNotice({ recallId, tradingPartnerId: to.id, to: 'desk@harbor.tst' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const stranger = await addReceiver()
    await expect(calls().createOneRecallNotice({ recallId, tradingPartnerId: stranger.id, to: 'desk@harbor.tst' })).rejects.toMatchObject({
      cause: { key: 'shipment_not_recalled' },
    })
  })
})
