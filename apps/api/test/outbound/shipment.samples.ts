import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { addOrder } from '../make.ts'
import { load, makeRecord, readRecallId } from '../recall/recalls.ts'
import type { SamplesOf, World } from '../sample.ts'
import { makeShipmentKit } from './kit.ts'

export async function shipmentSamples({ t, owner, secret }: World): Promise<SamplesOf<'shipment'>> {
  const { lead: by, main } = owner
  const { addReceiver, asked, begin, scan, send, calls } = makeShipmentKit(t, owner)
  const order = await addOrder(owner, { meds: 6 })
  await t.as(by).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const party = (await addReceiver()).party
  const to = await addReceiver({ owner: { ...party.owner, name: secret.sender }, location: { ...party.location, name: secret.sender } })
  const [serial = '', other = '', third = '', fourth = '', fifth = '', sixth = ''] = order.serials
  const draft = { shipmentId: await begin(to) }
  const discarded = { shipmentId: await begin(to) }
  const removed = { shipmentId: await begin(to) }
  await scan(removed.shipmentId, other)
  const sending = { shipmentId: await begin(to) }
  await scan(sending.shipmentId, third)
  const sent = { shipmentId: await begin(to) }
  await scan(sent.shipmentId, serial)
  await send(sent.shipmentId, { mailTo: 'desk@harbor.tst' })
  const voided = { shipmentId: await begin(to) }
  await scan(voided.shipmentId, fourth)
  await send(voided.shipmentId, { mailTo: 'desk@harbor.tst' })
  const ended = (await calls().readOne(voided)).sendings[0]?.linkId ?? 0
  const back = { shipmentId: await begin(to) }
  await scan(back.shipmentId, sixth)
  await send(back.shipmentId)
  const loan = { shipmentId: await begin(to, { purpose: 'loan', dueBack: '2027-01-31' }) }
  await scan(loan.shipmentId, fifth)
  await send(loan.shipmentId)
  await t.as(by).tradingPartner.createOneEndpoint({
    kind: 'https',
    tradingPartnerId: to.id,
    url: 'http://127.0.0.1:9/documents',
    secretKind: 'bearer',
    secret: secret.sender,
  })
  // Let everybody with the right to send use these purposes. Otherwise, the purposes' own rules would refuse callers whom their rights allow.
  await t.as(owner.admin).shipment.updateOneRule({ purpose: 'sale', sender: 'anyone', needsApproval: false })
  await t.as(owner.admin).shipment.updateOneRule({ purpose: 'destruction', sender: 'anyone', needsApproval: true })
  const more = await addOrder(owner, { meds: 5 })
  await t.as(by).order.updateReceiveAllByDocumentid({ documentId: more.id })
  const spare = [...more.serials]
  const warned = { shipmentId: await begin(to) }
  const { unit } = await scan(warned.shipmentId, spare.pop() ?? '')
  await t.as(by).dispense.createOne({ gtin: unit?.gtin ?? '', serialNumber: unit?.serialNumber ?? '' })
  const toDestroy = async () => {
    const one = { shipmentId: await begin(to, { purpose: 'destruction', reason: 'Damaged' }) }
    await scan(one.shipmentId, spare.pop() ?? '')
    return one
  }
  const { documents, sendings } = await calls().readOne(sent)
  await t.query("update mail set status = 'failed' where customer_id = $1 and kind = 'shipment.documents'", [owner.customerId])
  await t.query("update shipment set papers = 'failed' where id = $1", [loan.shipmentId])
  const [asking, withdrawn, approved, refused] = [await toDestroy(), await toDestroy(), await toDestroy(), await toDestroy()]
  for (const one of [withdrawn, approved, refused]) await calls().updateOneAsk(one)
  const record = makeRecord({ code_info: `Lot #: ${SAMPLE_PRODUCTS[0]?.lot}` })
  await load(t, [record])
  await t.runJobs()
  const recallId = await readRecallId(t, record)
  return {
    readMany: { kind: 'list', by, input: () => ({ view: 'all' as const }) },
    readManyCsv: { kind: 'list', by, input: () => ({ view: 'all' as const }) },
    readOne: { kind: 'named', by, input: () => sent },
    readManyUnits: { kind: 'named', by, input: () => sent },
    // Classed as `own`, because the answer contains only location names and counts, which this test does not treat as secret.
    readOneLimits: { kind: 'own', by },
    readOneChoices: { kind: 'list', by },
    createOne: { kind: 'named', by, input: () => asked(to, { locationId: main.id }) },
    createOneUnit: { kind: 'named', by, input: () => ({ ...draft, code: 'NEVER-SEEN' }) },
    deleteOneUnit: { kind: 'named', by, input: () => ({ ...removed, n: 1 }) },
    updateOne: { kind: 'named', by, input: () => draft },
    updateManyUnitsAccept: {
      kind: 'named',
      by,
      input: () => ({ ...warned, accept: [{ medId: unit?.medId ?? 0, code: 'asked' as const }] }),
    },
    updateOneSettle: { kind: 'named', by, input: () => loan },
    updateOneDiscard: { kind: 'named', by, input: () => discarded },
    createOneMail: { kind: 'named', by, input: () => ({ ...sent, to: 'desk@harbor.tst' }) },
    readManyRecalled: { kind: 'list', by, input: () => ({ recallId }) },
    createOneRecallNotice: { kind: 'named', by, input: () => ({ recallId, tradingPartnerId: to.id, to: 'desk@harbor.tst' }) },
    readManyRules: { kind: 'own', by },
    updateOneRule: {
      kind: 'own',
      by: owner.admin,
      isAdminOnly: true,
      input: () => ({ purpose: 'destruction' as const, sender: 'anyone' as const, needsApproval: true }),
    },
    updateOneAsk: { kind: 'named', by, input: () => asking },
    updateOneWithdraw: { kind: 'named', by, input: () => withdrawn },
    updateOneApprove: { kind: 'named', by: owner.admin, input: () => approved },
    updateOneRefuse: { kind: 'named', by: owner.admin, input: () => ({ ...refused, reason: 'Not today' }) },
    createOneYear: { kind: 'named', by, input: () => ({ locationId: main.id, year: 2026, units: 100, valueCents: null }) },
    createOneDelivery: { kind: 'named', by, input: () => sent },
    updateOneMail: { kind: 'named', by, input: () => ({ ...sent, sendingId: sendings[0]?.id ?? 0 }) },
    deleteOneLink: { kind: 'named', by, input: () => ({ ...voided, linkId: ended }) },
    downloadOne: { kind: 'named', by, input: () => ({ ...sent, documentId: documents[0]?.id ?? 0 }) },
    updateOneSend: { kind: 'named', by, input: () => sending },
    updateOnePapers: { kind: 'named', by, input: () => loan },
    updateOneBack: { kind: 'named', by, input: () => ({ ...back, all: true, reason: 'Not accepted' }) },
    updateOneVoid: { kind: 'named', by, input: () => ({ ...voided, reason: 'Sent to the wrong store' }) },
  }
}
