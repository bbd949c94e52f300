import { describe, expect, test } from 'vitest'
import { reminderJob } from '../../src/domains/outbound/send/reminder.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)
const DAY = 24 * 3_600_000

/** Sends a shipment and mails its documents to two addresses. Returns its id and the token of the link. */
async function mailed(): Promise<{ shipmentId: number; token: string }> {
  const { begin, scan, send, addReceiver } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId, { mailTo: 'desk@harbor.tst; owner@harbor.tst' })
  return { shipmentId, token: await newestToken() }
}

const mails = () =>
  t.query<{ to: string[]; subject: string; body: string }>(
    `select to_addresses as "to", subject, body from mail where customer_id = $1 and kind = 'shipment.documents' order by id`,
    [c.customerId],
  )
const newestToken = async () => /\/inspect\/([\w-]+)/.exec((await mails()).at(-1)?.body ?? '')?.[1] ?? ''
const open = (token: string) => t.anonymous().inspectionLink.openOne({ token })

describe('the link in an email', () => {
  test('works after the sender of the email was deactivated, and a reminder with another working link goes to every recipient', async () => {
    const { token } = await mailed()
    await t.as(c.admin).user.updateToggleisactive({ userId: c.lead.userId, to: false })
    t.clock.advance(2 * DAY)
    await reminderJob.run({}, t.deps as unknown as JobContext) // the job uses only those fields of its context that `t.deps` has
    await t.runJobs()
    expect((await mails()).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Reminder: /),
      to: ['desk@harbor.tst', 'owner@harbor.tst'],
    })
    expect(await open(token)).toMatchObject({ kind: 'shipment' })
    expect(await open(await newestToken())).toMatchObject({ kind: 'shipment' })
  })

  test('can be ended only by people who administer the location; after that, nobody can open it', async () => {
    const { read, calls } = kit()
    const { shipmentId, token } = await mailed()
    const [sending] = (await read(shipmentId)).sendings
    const ref = { shipmentId, linkId: sending?.linkId ?? 0 }
    expect(sending).toMatchObject({ linkWorks: true, linkEndedBy: null })
    await expect(calls(c.staff).deleteOneLink(ref)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const other = await mailed()
    await expect(calls().deleteOneLink({ ...ref, shipmentId: other.shipmentId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await calls().deleteOneLink(ref)
    await expect(open(token)).rejects.toMatchObject({ cause: { key: 'link_over' } })
    expect((await read(shipmentId)).sendings).toMatchObject([{ linkWorks: false, linkEndedBy: 'Lead Tester' }])
    const trail = await t.query("select 1 from audit where customer_id = $1 and action = 'shipment.endLink'", [c.customerId])
    expect(trail).toHaveLength(1)
    expect(await open(other.token)).toMatchObject({ kind: 'shipment' })
  })

  test('opens a page that shows times in the format of the customer’s other documents', async () => {
    const { token } = await mailed()
    expect(await open(token)).toMatchObject({ shipment: { sent: expect.stringMatching(/ \d\d:\d\d \(/) } })
    await t.as(c.admin).settings.updatePaperClock({ clockHours: 12 })
    expect(await open(token)).toMatchObject({ shipment: { sent: expect.stringMatching(/ \d{1,2}:\d\d [AP]M \(/) } })
  })

  test('is not emailed again after a person ended it: a void sends no email, and a failed email cannot be resent', async () => {
    const { read, calls } = kit()
    const { shipmentId } = await mailed()
    const { id: sendingId = 0, linkId = 0 } = (await read(shipmentId)).sendings[0] ?? {}
    await calls().deleteOneLink({ shipmentId, linkId })
    await calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
    await t.runJobs()
    expect(await mails()).toHaveLength(1)
    await t.query("update mail set status = 'failed' where customer_id = $1 and kind = 'shipment.documents'", [c.customerId])
    await expect(calls().updateOneMail({ shipmentId, sendingId })).rejects.toMatchObject({ cause: { key: 'shipment_link_ended' } })
  })
})

test('The link in a letter that was not mailed is shown with the link’s number of uses, and can be ended', async () => {
  const { begin, scan, send, addReceiver, read, calls } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId)
  const { letterLink } = await read(shipmentId)
  expect(letterLink).toMatchObject({ opened: 0, linkWorks: true, linkEndedBy: null })
  await calls().deleteOneLink({ shipmentId, linkId: letterLink?.linkId ?? 0 })
  expect((await read(shipmentId)).letterLink).toMatchObject({ linkWorks: false, linkEndedBy: 'Lead Tester' })
  t.clock.advance(DAY)
  await calls().deleteOneLink({ shipmentId, linkId: letterLink?.linkId ?? 0 })
  expect(
    await t.query("select 1 from audit where customer_id = $1 and action = 'shipment.endLink' and subject_id = $2", [
      c.customerId,
      shipmentId,
    ]),
  ).toHaveLength(1)
  const { shipmentId: other } = await mailed()
  expect((await read(other)).letterLink).toBeNull()
})

test('If the documents of a shipment are generated again, the letter shows the new link, not the link of the failed attempt', async () => {
  const { begin, scan, send, addReceiver, read, calls } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId)
  const first = (await read(shipmentId)).letterLink?.linkId ?? 0
  // Puts the shipment into the state after a failed attempt to create its documents, so that they can be requested again.
  await t.query("update shipment set papers = 'failed', letter_link_id = null where id = $1", [shipmentId])
  await t.query('delete from shipment_document where shipment_id = $1', [shipmentId])
  await calls().updateOnePapers({ shipmentId })
  await t.runJobs()
  expect((await read(shipmentId)).letterLink?.linkId).toBeGreaterThan(first)
})
