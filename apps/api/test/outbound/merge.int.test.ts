import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const partners = () => t.as(c.admin).tradingPartner

/** Creates two partner entries for one pharmacy; the second has a package on loan, an endpoint, a preference and an upload token. */
async function two() {
  const { addReceiver, begin, scan, send } = makeShipmentKit(t, c)
  const kept = await addReceiver()
  const merged = await addReceiver(newParty('Harbor Pharmacy Inc'))
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(merged, { purpose: 'loan', dueBack: '2099-01-01' })
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId)
  await partners().createOneEndpoint({
    kind: 'https',
    tradingPartnerId: merged.id,
    url: 'http://127.0.0.1:9/harbor',
    secretKind: 'bearer',
    secret: 's3cret',
  })
  await partners().createOnePreference({
    tradingPartnerId: merged.id,
    validFrom: '2020-01-01',
    guideline: 'r12',
    delivery: 'endpoint',
    emailAddress: null,
    tiForNeed: true,
    tiForReturn: false,
    returnPolicy: null,
    returnDaysLeft: null,
    returnDaysExpired: null,
  })
  const door = await t.as(c.admin).intake.createOneDoor({ name: 'Harbor', locationId: null, tradingPartnerId: merged.id })
  return { kept, merged, shipmentId, doorId: door.doorId }
}

const loansOf = async (tradingPartnerId: number) =>
  (await t.as(c.lead).shipment.readMany({ view: 'loans', tradingPartnerId })).items.map(({ id }) => id)
const doorPartner = async (id: number) =>
  (await t.query<{ partner: number }>('select trading_partner_id::int as partner from intake_door where id = $1', [id]))[0]?.partner

test('Merging two entries of one partner moves the merged entry’s shipments, endpoint, preference and upload tokens, and undoing the merge moves them back', async () => {
  const { kept, merged, shipmentId, doorId } = await two()
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  expect(await loansOf(kept.id)).toEqual([shipmentId])
  expect(await partners().readOneReceiver({ tradingPartnerId: kept.id })).toMatchObject({
    preference: { guideline: 'r12', delivery: 'endpoint' },
    endpoint: { words: 'HTTPS, 127.0.0.1:9' },
  })
  expect(await doorPartner(doorId)).toBe(kept.id)

  const [merge] = await partners().readManyMerges({ id: kept.id })
  await partners().updateUndoMerge({ id: merge?.id ?? 0 })
  expect(await loansOf(merged.id)).toEqual([shipmentId])
  expect(await loansOf(kept.id)).toEqual([])
  expect(await partners().readOneReceiver({ tradingPartnerId: kept.id })).toMatchObject({ preference: null, endpoint: null })
  expect(await partners().readOneReceiver({ tradingPartnerId: merged.id })).toMatchObject({
    preference: { guideline: 'r12' },
    endpoint: { words: 'HTTPS, 127.0.0.1:9' },
  })
  expect(await doorPartner(doorId)).toBe(merged.id)
})

test('A partner keeps its own endpoint and preferences when another entry is merged into it', async () => {
  const { kept, merged } = await two()
  await partners().createOneEndpoint({
    kind: 'https',
    tradingPartnerId: kept.id,
    url: 'http://127.0.0.1:10/kept',
    secretKind: 'none',
    secret: '',
  })
  const own = { guideline: 'r13' as const, delivery: 'mail' as const, emailAddress: null, tiForNeed: true, tiForReturn: true }
  const policy = { returnPolicy: null, returnDaysLeft: null, returnDaysExpired: null }
  await partners().createOnePreference({ tradingPartnerId: kept.id, validFrom: '2019-01-01', ...own, ...policy })
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  expect(await partners().readOneReceiver({ tradingPartnerId: kept.id })).toMatchObject({
    preference: { guideline: 'r13', delivery: 'mail' },
    endpoint: { words: 'HTTPS, 127.0.0.1:10' },
  })
})

test('A document that waits for the endpoint of a merged partner goes to the endpoint of the kept partner when it is sent again', async () => {
  const { addReceiver, begin, scan, send, calls, read } = makeShipmentKit(t, c)
  const [kept, merged] = [await addReceiver(), await addReceiver(newParty('Harbor Pharmacy Inc'))]
  const endpointOf = (tradingPartnerId: number, port: number) =>
    partners().createOneEndpoint({
      kind: 'https',
      tradingPartnerId,
      url: `http://127.0.0.1:${port}/documents`,
      secretKind: 'bearer',
      secret: 's3cret',
    })
  // No server listens at this endpoint, so each delivery waits for its next attempt.
  await endpointOf(kept.id, 8)
  await endpointOf(merged.id, 9)
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const shipmentId = await begin(merged)
  await scan(shipmentId, order.serials[0] ?? '')
  await send(shipmentId, { deliver: true })
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  await calls().createOneDelivery({ shipmentId })
  await t.runJobs()
  expect((await read(shipmentId)).deliveries.map(({ to, state }) => `${to}: ${state}`)).toEqual([
    'HTTPS, 127.0.0.1:8: waiting',
    'HTTPS, 127.0.0.1:9: failed',
  ])
})
