import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

const rule = (sender: 'anyone' | 'administrator', needsApproval: boolean) =>
  t.as(c.admin).shipment.updateOneRule({ purpose: 'sale', sender, needsApproval })

/** Creates a draft shipment of one package, for which a staff member requests approval. */
async function askedByStaff(license: false | { validTo?: string } = {}): Promise<number> {
  const { begin, scan, calls, addReceiver } = kit()
  await rule('anyone', true)
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(await addReceiver(undefined, license), {}, c.staff)
  await scan(shipmentId, order.serials[0] ?? '', {}, c.staff)
  await calls(c.staff).updateOneAsk({ shipmentId, mailTo: 'desk@harbor.tst', acceptUnknownLicense: license === false })
  return shipmentId
}

const approve = (shipmentId: number) => kit().calls(c.admin).updateOneApprove({ shipmentId })

describe('a request for approval cannot be granted', () => {
  test('after the person who asked was deactivated, but can still be refused', async () => {
    const shipmentId = await askedByStaff()
    await t.as(c.admin).user.updateToggleisactive({ userId: c.staff.userId, to: false })
    await expect(approve(shipmentId)).rejects.toMatchObject({ cause: { key: 'shipment_asker_lost_right' } })
    expect(await t.query('select 1 from departure where customer_id = $1', [c.customerId])).toEqual([])
    await kit().calls(c.admin).updateOneRefuse({ shipmentId, reason: 'Ask again' })
    expect(await kit().read(shipmentId)).toMatchObject({ state: 'draft', approval: { asked: null } })
  })

  test('if the rules no longer let the requester send the shipment', async () => {
    const shipmentId = await askedByStaff()
    await rule('administrator', true)
    await expect(approve(shipmentId)).rejects.toMatchObject({ cause: { key: 'shipment_asker_lost_right' } })
    await rule('anyone', true)
    await approve(shipmentId)
    expect(await kit().read(shipmentId)).toMatchObject({ state: 'sent' })
  })
})

test('The approver sees that the requester vouched for a partner whose license is unknown, and the audit trail records this', async () => {
  const shipmentId = await askedByStaff(false)
  expect((await kit().read(shipmentId)).approval.asked).toMatchObject({ vouchesForLicense: true, labelsChecked: false })
  await approve(shipmentId)
  const trail = await t.query<{ detail: object }>(
    "select detail from audit where customer_id = $1 and action in ('shipment.ask', 'shipment.approve') order by id",
    [c.customerId],
  )
  expect(trail).toMatchObject(Array(2).fill({ detail: { acceptUnknownLicense: true, labelsChecked: false } }))
})
