import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

async function sent(mailTo = ''): Promise<number> {
  const { begin, scan, send, addReceiver } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId, { mailTo })
  return shipmentId
}

async function voidIt(shipmentId: number): Promise<void> {
  await kit().calls().updateOneVoid({ shipmentId, reason: 'Wrong store' })
  await t.runJobs()
}

const mails = () =>
  t.query<{ to: string[]; subject: string; body: string }>(
    `select to_addresses as "to", subject, body from mail where customer_id = $1 and kind = 'shipment.documents' order by id`,
    [c.customerId],
  )

test('Everybody who got the documents by email gets one email saying that the shipment was voided, with the reason and a link', async () => {
  const { calls } = kit()
  const shipmentId = await sent('desk@harbor.tst')
  await calls().createOneMail({ shipmentId, to: 'desk@harbor.tst; owner@harbor.tst' })
  await t.runJobs()
  await t.query("update mail set status = 'failed' where customer_id = $1 and to_addresses = $2", [
    c.customerId,
    ['desk@harbor.tst', 'owner@harbor.tst'],
  ])
  await calls().createOneMail({ shipmentId, to: 'books@harbor.tst' })
  await t.runJobs()
  await voidIt(shipmentId)
  const last = (await mails()).at(-1)
  expect(last?.to.toSorted()).toEqual(['books@harbor.tst', 'desk@harbor.tst'])
  expect(last?.subject).toMatch(/^Voided: /)
  expect(last?.body).toContain('Reason: Wrong store')
  const token = /\/inspect\/([\w-]+)/.exec(last?.body ?? '')?.[1] ?? ''
  const page = await t.anonymous().inspectionLink.openOne({ token })
  expect(page.kind === 'shipment' && page.shipment.files.map(({ name }) => name)).toContain('EPCIS document voiding the shipment')
})

test('A void sends no email if nobody got the documents by email', async () => {
  await voidIt(await sent())
  expect(await mails()).toEqual([])
})

test('If a shipment has no EPCIS document, its void is stated in a letter', async () => {
  const { begin, scan, send, read, addReceiver } = kit()
  const typed = { gtin: '00388010500605', serialNumber: 'TYPED-7', lotNumber: 'L1', expirationDate: '2028-04-30' }
  await t.as(c.lead).med.createOne({ ...typed, locationId: c.main.id })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, 'TYPED-7', { accept: ['typedIn'] })
  await send(shipmentId, { mailTo: 'desk@harbor.tst' })
  await voidIt(shipmentId)
  const { documents } = await read(shipmentId)
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'letter', 'voidLetter'])
  expect((await mails()).map(({ subject }) => subject)).toMatchObject([/^Record/, /^Voided: /].map((match) => expect.stringMatching(match)))
})
