import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

async function receivedOrder(given: Parameters<typeof addOrder>[1] = {}) {
  const order = await addOrder(c, given)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  return order
}

async function draft(): Promise<number> {
  const { begin, scan, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, serials[0] ?? '')
  return shipmentId
}

const rule = (sender: 'anyone' | 'administrator' | 'customerAdmin', needsApproval = false) =>
  t.as(c.admin).shipment.updateOneRule({ purpose: 'sale', sender, needsApproval })

describe('the sending rule for a purpose', () => {
  test('by default lets only the admins of a location send, and can be changed only by the customer admin', async () => {
    const { calls } = kit()
    expect((await calls(c.staff).readManyRules()).rules).toContainEqual({ purpose: 'sale', sender: 'administrator', needsApproval: false })
    await expect(calls(c.lead).updateOneRule({ purpose: 'sale', sender: 'anyone', needsApproval: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const shipmentId = await draft()
    await expect(calls(c.staff).updateOneSend({ shipmentId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await calls(c.lead).updateOneSend({ shipmentId })
  })

  test('can let everybody at the location send shipments, also by email with a link that works, or let only the customer admin send', async () => {
    const { calls, read } = kit()
    await rule('anyone')
    const own = await draft()
    await calls(c.staff).updateOneSend({ shipmentId: own, mailTo: 'desk@harbor.tst' })
    await t.runJobs()
    const [mail] = await t.query<{ body: string }>("select body from mail where customer_id = $1 and kind = 'shipment.documents'", [
      c.customerId,
    ])
    const token = /\/inspect\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    expect(await t.anonymous().inspectionLink.openOne({ token })).toMatchObject({ kind: 'shipment' })
    await rule('customerAdmin')
    const other = await draft()
    expect(await read(other)).toMatchObject({ maySend: false })
    await expect(calls(c.lead).updateOneSend({ shipmentId: other })).rejects.toMatchObject({ cause: { key: 'shipment_sender_refused' } })
    await calls(c.admin).updateOneSend({ shipmentId: other })
  })
})

describe('a shipment that needs approval', () => {
  test('waits unchanged until another person approves it, and is then sent in the name of the person who asked', async () => {
    const { calls, scan, read } = kit()
    await rule('administrator', true)
    const shipmentId = await draft()
    await expect(calls().updateOneSend({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_approval_needed' } })
    await calls().updateOneAsk({ shipmentId, mailTo: 'desk@harbor.tst' })
    await t.runJobs()
    expect((await calls().readMany({ view: 'approval' })).items).toMatchObject([{ id: shipmentId, state: 'draft', isAsked: true }])
    await expect(scan(shipmentId, 'ANOTHER')).rejects.toMatchObject({ cause: { key: 'shipment_asked' } })
    expect(await read(shipmentId)).toMatchObject({ approval: { mayApprove: false }, mayWrite: false })
    await expect(calls().updateOneApprove({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_own_request' } })
    await expect(calls(c.staff).updateOneApprove({ shipmentId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
    await calls(c.admin).updateOneApprove({ shipmentId })
    await t.runJobs()
    const sent = await read(shipmentId)
    expect(sent).toMatchObject({ state: 'sent', sendings: [{ to: 'desk@harbor.tst' }] })
    expect([sent.sentBy, sent.approvedBy]).not.toContain(null)
    expect(sent.sentBy).not.toBe(sent.approvedBy)
    const trail = await t.query<{ action: string }>(
      "select action from audit where customer_id = $1 and subject = 'shipment' order by id",
      [c.customerId],
    )
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['shipment.ask', 'shipment.approve']))
    expect(await t.query("select 1 from mail where customer_id = $1 and kind = 'shipment.approval'", [c.customerId])).not.toEqual([])
  })

  test('can be refused with a reason or withdrawn, and can then be changed again', async () => {
    const { calls, read } = kit()
    await rule('administrator', true)
    const shipmentId = await draft()
    await calls().updateOneAsk({ shipmentId })
    await calls(c.admin).updateOneRefuse({ shipmentId, reason: 'We need it ourselves' })
    expect(await read(shipmentId)).toMatchObject({ mayWrite: true, approval: { asked: null, refused: { reason: 'We need it ourselves' } } })
    await calls().updateOneAsk({ shipmentId })
    await calls().updateOneWithdraw({ shipmentId })
    await expect(calls(c.admin).updateOneApprove({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_not_asked' } })
    await calls().updateOneDiscard({ shipmentId })
  })

  test('is checked again on approval, and is not sent if one of its packages has been put on hold since the request', async () => {
    const { calls, read } = kit()
    await rule('administrator', true)
    const shipmentId = await draft()
    await calls().updateOneAsk({ shipmentId })
    const { items } = await calls().readManyUnits({ shipmentId })
    await t.as(c.lead).med.createOneHold({ target: { medId: items[0]?.medId ?? 0 }, reason: 'Seal broken' })
    await expect(calls(c.admin).updateOneApprove({ shipmentId })).rejects.toMatchObject({ cause: { key: 'shipment_stopped' } })
    expect(await read(shipmentId)).toMatchObject({ state: 'draft' })
  })
})

describe('a return', () => {
  const sender = () => newParty('Northway Wholesale')
  const preference = (tradingPartnerId: number, more: { returnDaysLeft?: number; returnDaysExpired?: number }) =>
    t.as(c.lead).tradingPartner.createOnePreference({
      tradingPartnerId,
      validFrom: '2026-01-01',
      guideline: 'r13',
      delivery: 'download',
      tiForNeed: true,
      tiForReturn: true,
      ...more,
    })

  test('shows the manufacturer’s answer about each package, and recording an answer changes nothing else', async () => {
    const { begin, scan, addReceiver } = kit()
    const party = sender()
    const { serials } = await receivedOrder({ sender: party })
    const shipmentId = await begin(await addReceiver(party), { purpose: 'return', rma: 'RMA-3' })
    for (const serial of serials.slice(0, 2)) await scan(shipmentId, serial)
    const shown = async () => (await t.as(c.lead).shipment.readManyUnits({ shipmentId, limit: 10 })).items
    const [unit, other] = await shown()
    expect([unit?.verification, other?.verification]).toEqual([null, null])
    const manual = {
      purpose: 'return',
      askedWhom: 'The manufacturer',
      channel: 'phone',
      reason: null,
      note: null,
      evidenceId: null,
    } as const
    const about = { medId: unit?.medId ?? 0, answer: 'verified', additionalInfo: 'Recalled' } as const
    await t.as(c.lead).verification.createOneManual({ ...manual, ...about })
    expect(await shown()).toEqual([
      { ...unit, verification: { answer: 'verified', additionalInfo: 'Recalled', driver: 'manual', answeredAt: expect.any(String) } },
      other,
    ])
  })

  test('outside the return policy of the partner is stopped until somebody accepts it', async () => {
    const { begin, scan, stops, addReceiver } = kit()
    const party = sender()
    const soon = new Date(t.clock.now().getTime() + 60 * 86_400_000).toISOString().slice(0, 10)
    const { serials } = await receivedOrder({ sender: party, expirationDate: soon })
    const to = await addReceiver(party)
    await preference(to.id, { returnDaysLeft: 90 })
    const shipmentId = await begin(to, { purpose: 'return', rma: 'RMA-1' })
    expect(await stops(shipmentId, serials[0] ?? '')).toEqual(['policy', 'short'])
    expect((await scan(shipmentId, serials[0] ?? '', { accept: ['policy', 'short'] })).unit).toMatchObject({
      accepted: ['policy', 'short'],
    })
  })

  test('of an expired package is accepted as nonsaleable only within the number of days after expiry that the policy allows', async () => {
    const { begin, stops, addReceiver } = kit()
    const party = sender()
    const { serials } = await receivedOrder({ sender: party, expirationDate: '2025-01-31' })
    const to = await addReceiver(party)
    await preference(to.id, { returnDaysExpired: 30 })
    expect(await stops(await begin(to, { purpose: 'nonsaleable', reason: 'Expired' }), serials[0] ?? '')).toEqual(['policy'])
  })
})

test('The yearly limits show how many packages were sent, and the number and the value of the dispensed packages that an admin entered', async () => {
  const { begin, scan, send, calls, addReceiver } = kit()
  const { serials } = await receivedOrder()
  const to = await addReceiver()
  const priced = await begin(to, { valueCents: 125_000 })
  await scan(priced, serials[0] ?? '')
  await send(priced)
  const without = await begin(to)
  await scan(without, serials[1] ?? '')
  await send(without)
  const { year } = await calls().readOneLimits()
  await calls().createOneYear({ locationId: c.main.id, year, units: 40, valueCents: 2_000_000 })
  expect((await calls().readOneLimits()).locations).toMatchObject([
    { sent: 2, dispensed: 40, sentCents: 125_000, withoutValue: 1, dispensedCents: 2_000_000, mayEnter: true },
  ])
  await expect(calls(c.staff).createOneYear({ locationId: c.main.id, year, units: 1, valueCents: null })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
