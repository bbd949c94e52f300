import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from '../outbound/kit.ts'
import { useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const simulator = useVerificationSimulator(t)

beforeEach(() => useSimulatorOf(t, customer.admin))

const calls = () => t.as(customer.staff).verification

/** Sends the first package of an order to another pharmacy; the second stays. */
async function sendFirst() {
  const { begin, scan, send, addReceiver, calls: shipments } = makeShipmentKit(t, customer)
  const order = await addOrder(customer, { meds: 2 })
  await t.as(customer.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const meds = await t.query<{ id: number; gtin: string; serialNumber: string }>(
    'select id::int, gtin, serial_number as "serialNumber" from med where customer_id = $1 and serial_number = any ($2) order by id',
    [customer.customerId, order.serials],
  )
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, meds[0]?.serialNumber ?? '')
  const unanswered = async () => {
    simulator.current().switches.isDown = true
    const { id } = await calls().createOne({ medId: meds[0]?.id ?? 0, purpose: 'return' })
    simulator.current().switches.isDown = false
    return id
  }
  const before = await unanswered()
  await send(shipmentId)
  return {
    meds,
    before,
    undo: () => shipments().updateOneVoid({ shipmentId, reason: 'Sent to the wrong store' }),
  }
}

describe('a package that has left', () => {
  const refused = { message: expect.stringMatching(/has left your location/) }

  test('cannot be asked about through the service, because asking would attest that the pharmacy has it', async () => {
    const { meds, before, undo } = await sendFirst()
    const [gone, here] = meds
    const asked = simulator.current().calls.length
    await expect(calls().createOne({ medId: gone?.id ?? 0, purpose: 'return' })).rejects.toMatchObject(refused)
    const typed = {
      gtin: gone?.gtin ?? '',
      serialNumber: gone?.serialNumber ?? '',
      locationId: customer.main.id,
      purpose: 'return',
    } as const
    await expect(calls().createOne(typed)).rejects.toMatchObject(refused)
    await expect(calls().createOneRetry({ verificationId: before })).rejects.toMatchObject(refused)
    expect(simulator.current().calls).toHaveLength(asked)
    expect(await calls().createOne({ medId: here?.id ?? 0, purpose: 'return' })).toMatchObject({ answer: 'verified' })
    const url = new URL(simulator.current().calls.at(-1)?.url ?? '')
    expect(url.searchParams.get('ctrlPossessAtt')).toBe('true')
    await undo()
    expect(await calls().createOne({ medId: gone?.id ?? 0, purpose: 'return' })).toMatchObject({ answer: 'verified' })
  })

  test('can still be verified by asking the manufacturer by hand', async () => {
    const { meds } = await sendFirst()
    const manual = { medId: meds[0]?.id ?? 0, purpose: 'return', askedWhom: 'Acme', channel: 'phone', answer: 'verified' } as const
    expect(await calls().createOneManual(manual)).toMatchObject({ answer: 'verified' })
  })

  test('is marked in a verification list, and nobody is asked about it until its shipment is voided', async () => {
    const { meds, undo } = await sendFirst()
    const items = meds.map(({ gtin, serialNumber }) => ({ gtin, serialNumber, lotNumber: null, expirationDate: null }))
    const { id } = await calls().createOneList({ name: 'Returns', locationId: customer.main.id, purpose: 'return', items })
    const asked = simulator.current().calls.length
    await t.runJobs()
    expect(simulator.current().calls.length - asked).toBe(1)
    expect(await calls().readOneList({ listId: id })).toMatchObject({ state: 'done', counts: { verified: 1, unavailable: 1 } })
    const { items: marked } = await calls().readMany({ listId: id, result: 'unavailable' })
    expect(marked).toMatchObject([
      {
        serialNumber: meds[0]?.serialNumber,
        says: 'The package has left the location, so no manufacturer was contacted. This says nothing about the package.',
      },
    ])
    await undo()
    await calls().updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(await calls().readOneList({ listId: id })).toMatchObject({ state: 'done', counts: { verified: 2 } })
  })
})
