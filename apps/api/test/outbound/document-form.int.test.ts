import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit, type TestReceiver } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const kit = () => makeShipmentKit(t, c)

async function draftTo(to: TestReceiver): Promise<number> {
  const { begin, scan } = kit()
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(to)
  await scan(shipmentId, order.serials[0] ?? '')
  return shipmentId
}

const prefer = ({ id }: TestReceiver, guideline: 'r12' | 'r13', validFrom = '2026-01-01') =>
  t.as(c.lead).tradingPartner.createOnePreference({
    ...{ tradingPartnerId: id, validFrom, guideline, delivery: 'download', tiForNeed: true, tiForReturn: true },
  })

test('Documents follow the guideline that the partner prefers on the day of sending', async () => {
  const { addReceiver, send, read, textOf } = kit()
  const to = await addReceiver()
  const shipmentId = await draftTo(to)
  expect(await read(shipmentId)).toMatchObject({ guideline: 'r13' })
  await prefer(to, 'r12')
  expect(await read(shipmentId)).toMatchObject({ guideline: 'r12' })
  await send(shipmentId)
  expect(await textOf(shipmentId, 'epcis')).toContain('FDA_NDC_11')
  await prefer(to, 'r13')
  expect(await read(shipmentId)).toMatchObject({ state: 'sent', guideline: 'r12' })
})

test('A preference that takes effect later is shown beside the current one', async () => {
  const { addReceiver, read } = kit()
  const to = await addReceiver()
  await prefer(to, 'r13')
  await prefer(to, 'r12', '2099-01-01')
  const partner = await t.as(c.lead).tradingPartner.readOneReceiver({ tradingPartnerId: to.id })
  expect(partner).toMatchObject({ preference: { guideline: 'r13' }, comingPreference: { guideline: 'r12', validFrom: '2099-01-01' } })
  expect(await read(await draftTo(to))).toMatchObject({ guideline: 'r13' })
})

test('A request for approval is not granted if the partner’s preferred guideline changed after the request, and the error names both guidelines', async () => {
  const { addReceiver, calls, read } = kit()
  const to = await addReceiver()
  await t.as(c.admin).shipment.updateOneRule({ purpose: 'sale', sender: 'administrator', needsApproval: true })
  const shipmentId = await draftTo(to)
  await calls().updateOneAsk({ shipmentId })
  await prefer(to, 'r12')
  expect(await read(shipmentId)).toMatchObject({ guideline: 'r13' })
  await expect(calls(c.admin).updateOneApprove({ shipmentId })).rejects.toMatchObject({
    cause: { key: 'shipment_form_changed', message: expect.stringMatching(/R1\.2.*R1\.3/) },
  })
  await calls().updateOneWithdraw({ shipmentId })
  await calls().updateOneAsk({ shipmentId })
  await calls(c.admin).updateOneApprove({ shipmentId })
  expect(await read(shipmentId)).toMatchObject({ state: 'sent', guideline: 'r12' })
})
