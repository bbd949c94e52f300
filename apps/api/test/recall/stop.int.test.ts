import { beforeEach, describe, expect, test } from 'vitest'
import { loadRecalls } from '../../src/domains/recall/load/recall-load.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'
import { load, makeDownload, makeRecord, ownProducts, readRecallId, writeDownload } from './recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
let recallId: number
let record: ReturnType<typeof makeRecord>
let rest: Rest
let own: ReturnType<typeof ownProducts>
beforeEach(async () => {
  rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
  own = ownProducts()
  order = await addOrder(customer, { meds: 8, products: own })
  record = makeRecord({
    product_description: `Bottle, NDC ${own[0]?.ndc}`,
    code_info: `Lot ${own[0]?.lot}`,
    classification: 'Class I',
    reason_for_recall: 'Glass in the bottle.',
  })
  await load(t, [record])
  recallId = await readRecallId(t, record)
  await t.as(customer.admin).settings.updateCounterRules({ classOneNeedsRelease: false })
})

const calls = () => t.as(customer.staff).order
const recalls = () => t.as(customer.staff).recall
const named = async () => {
  const [entry] = await recalls().readAllActiverecallsByRecallid({ recallId })
  if (!entry) throw new Error('The recall names nothing.')
  return { epcisEventId: entry.id, serials: entry.epcisSgtins.map(({ serialNumber }) => serialNumber) }
}
/** Input that acknowledges recalls, with a reason. */
const known = (...knownRecallIds: number[]) => ({ knownRecallIds, recallReason: 'Checked with the manufacturer' })
const scan = (serialNumber: string | undefined, more: { knownRecallIds?: number[]; recallReason?: string } = {}) =>
  calls().updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: serialNumber ?? '', how: 'scan', ...more })
const received = async () => {
  const { amountOfMeds, amountNotReceived } = await calls().readOneById({ documentId: order.id })
  return amountOfMeds - amountNotReceived
}
const stopped = () => ({
  key: 'recall_stops',
  message: `A recall names this package (Class I, ${record.recall_number}). Reason: Glass in the bottle. It was not received.`,
  facts: { recalls: [{ recallId, classification: 'Class I', reason: 'Glass in the bottle.', meds: 1 }] },
})
const catchFailure = async (call: Promise<unknown>) => {
  const { cause } = await call.then(
    () => ({ cause: undefined }),
    (error: Error) => error,
  )
  return cause
}

describe('a package that a recall names', () => {
  test('is not received by scan, and the refusal contains class, number and reason', async () => {
    const { serials } = await named()
    expect(await catchFailure(scan(serials[0]))).toMatchObject(stopped())
    expect(await received()).toBe(0)
    const other = order.serials.find((serial) => !serials.includes(serial))
    expect(await scan(other)).toMatchObject({ received: 1 })
  })

  test('is received after a person answers a question, which is asked once per recall and order', async () => {
    const { serials } = await named()
    expect(await catchFailure(scan(serials[0], known(recallId + 1)))).toMatchObject({ key: 'recall_stops' })
    expect(await scan(serials[0], known(recallId))).toMatchObject({ received: 1 })
    expect(await scan(serials[1])).toMatchObject({ received: 1 })
    expect(await recalls().readManyByDocumentid({ documentId: order.id })).toMatchObject([{ recallId, isAnswered: true }])
    const lines = await t.query(`select detail, user_id::int as "userId" from audit where customer_id = $1 and action = 'recall.answer'`, [
      customer.customerId,
    ])
    expect(lines).toMatchObject([
      {
        userId: customer.staff.userId,
        detail: { recallIds: [recallId], recallNumbers: [record.recall_number], reason: 'Checked with the manufacturer' },
      },
    ])
    const later = await addOrder(customer, { meds: 4, products: own })
    const [serial = ''] = later.serials
    expect(
      await catchFailure(calls().updateReceiveManyBySerialnumber({ documentId: later.id, serialNumber: serial, how: 'scan' })),
    ).toMatchObject({
      key: 'recall_stops',
    })
  })

  test('is not received without a reason', async () => {
    const { serials } = await named()
    expect(await catchFailure(scan(serials[0], { knownRecallIds: [recallId] }))).toMatchObject({ key: 'recall_reason_needed' })
    expect(await received()).toBe(0)
  })

  test('can be received only by a person who may release a hold, if the recall is class I and the customer’s settings require this', async () => {
    await t.as(customer.admin).settings.updateCounterRules({ classOneNeedsRelease: true })
    const { serials } = await named()
    expect(await catchFailure(scan(serials[0], known(recallId)))).toMatchObject({ key: 'recall_release_needed' })
    expect(await received()).toBe(0)
    const byLead = { documentId: order.id, serialNumber: serials[0] ?? '', ...known(recallId) }
    expect(await t.as(customer.lead).order.updateReceiveManyBySerialnumber(byLead)).toMatchObject({ received: 1 })
    const [line] = await t.query('select detail from audit where customer_id = $1 and action = $2 order by id desc', [
      customer.customerId,
      'customer.updateSettings',
    ])
    expect(line).toEqual({ detail: { field: 'classOneNeedsRelease', before: false, after: true } })
  })

  test('can be received by anybody who gives a reason if the recall is not class I', async () => {
    await t.as(customer.admin).settings.updateCounterRules({ classOneNeedsRelease: true })
    await load(t, [{ ...record, classification: 'Class II' }])
    const { serials } = await named()
    expect(await scan(serials[0], known(recallId))).toMatchObject({ received: 1 })
  })

  test('also prevents receiving its case, its product or the whole order in a single call', async () => {
    const [{ sscc } = { sscc: '' }] = await t.query<{ sscc: string }>(
      'select sscc from document_med where document_id = $1 and sscc is not null order by line limit 1',
      [order.id],
    )
    const [{ productId } = { productId: 0 }] = await t.query<{ productId: number }>(
      'select epcis_med_vocabulary_id::int as "productId" from stock_lot s join recall_match m on m.stock_lot_id = s.id where m.recall_id = $1',
      [recallId],
    )
    const documentId = order.id
    const all = [
      calls().updateReceiveManyByEpcismedvocabularyid({ documentId, epcisMedVocabularyId: productId }),
      calls().updateReceiveAllByDocumentid({ documentId }),
      calls().updateReceiveManyByShippingContainerCode({ documentId, shippingContainerCode: sscc }),
    ]
    for (const failure of await Promise.all(all.map(catchFailure)))
      expect(failure).toMatchObject({ key: 'recall_stops', facts: { recalls: [{ recallId, meds: 2 }] } })
    expect(await received()).toBe(0)
    expect(await calls().updateReceiveAllByDocumentid({ documentId, ...known(recallId) })).toMatchObject({ received: 8 })
  })

  test('is also stopped by a recall of the lot on its label, even if a reason was given for the mismatched label', async () => {
    const wrong = { ...record, ...makeRecord({ product_description: record.product_description, code_info: 'Lot RR-1, RR-2' }) }
    await load(t, [wrong])
    const labeledId = await readRecallId(t, wrong)
    const { serials } = await named()
    const [{ serial: clean } = { serial: '' }] = await t.query<{ serial: string }>(
      `select m.serial_number as serial from document_med d join med m on m.id = d.med_id join epcis_med_vocabulary p on p.id = d.epcis_med_vocabulary_id
        where d.document_id = $1 and p.additional_trade_item_id = $2 and not d.is_package order by d.line limit 1`,
      [order.id, own[1]?.ndc],
    )
    const said = { lotNumber: 'RR-1', reason: 'A printing error' }
    const receive = (serialNumber: string, more: object = {}) =>
      calls().updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber, how: 'scan', ...said, ...more })
    // Another product with this lot is not affected.
    expect(await receive(clean)).toMatchObject({ received: 1 })
    expect(await catchFailure(receive(serials[0] ?? '', known(recallId)))).toMatchObject({
      key: 'recall_stops',
      facts: { recalls: [{ recallId }, { recallId: labeledId, recallNumbers: [wrong.recall_number], meds: 1 }] },
    })
    expect(await received()).toBe(1)
    expect(await receive(serials[0] ?? '', known(recallId, labeledId))).toMatchObject({ received: 1 })
    // The first receipt stored the user's answer for the whole lot, so the second package of the lot is received without a question.
    expect(await receive(serials[1] ?? '', { lotNumber: 'rr2' })).toMatchObject({ received: 1 })
  })

  test('causes a stop only after its hold is released', async () => {
    const { epcisEventId, serials } = await named()
    await recalls().updateOneHold({ recallId, epcisEventIds: [epcisEventId] })
    expect(await calls().updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 6, held: serials })
    const holds = await t.as(customer.lead).med.readManyHolds({})
    await t.as(customer.lead).med.updateReleaseHold({ holdId: holds.items[0]?.id ?? 0, reason: 'looked at' })
    expect(await catchFailure(scan(serials[0]))).toMatchObject({ key: 'recall_stops' })
  })

  test('is not received until a user answers the question about the recall once, even if its lot was dismissed before the package arrived', async () => {
    const { epcisEventId, serials } = await named()
    for (const said of [{ noneOnHand: true }, { returned: 1 }, { notes: 'nothing here yet' }]) {
      const { id } = await recalls().createOneDismissedrecall({ recallId, epcisEventId, ...said })
      expect(await catchFailure(scan(serials[0]))).toMatchObject(stopped())
      expect(await recalls().readManyByDocumentid({ documentId: order.id })).toMatchObject([
        { recallId, isAnswered: false, dismissedAt: expect.any(String) },
      ])
      await recalls().updateOneToggledismissedrecall({ dismissedRecallId: id, isDismissed: false })
    }
    await recalls().createOneDismissedrecall({ recallId, epcisEventId })
    expect(await scan(serials[0], known(recallId))).toMatchObject({ received: 1 })
    expect(await scan(serials[1])).toMatchObject({ received: 1 })
  })

  test('must be confirmed again if its recall becomes more severe, or if a later version of the recall names another lot of the order', async () => {
    const { serials } = await named()
    const calm = { ...record, classification: 'Class II' }
    await load(t, [calm], { asOf: '2026-09-21' })
    expect(await scan(serials[0], known(recallId))).toMatchObject({ received: 1 })
    await load(t, [{ ...calm, status: 'Completed' }], { asOf: '2026-09-22' })
    expect(await recalls().readManyByDocumentid({ documentId: order.id })).toMatchObject([{ isAnswered: true }])
    await load(t, [record], { asOf: '2026-09-23' })
    expect(await catchFailure(scan(serials[1]))).toMatchObject(stopped())
    expect(await recalls().readManyByDocumentid({ documentId: order.id })).toMatchObject([{ isAnswered: false }])
    expect(await scan(serials[1], known(recallId))).toMatchObject({ received: 1 })
    const wider = {
      ...record,
      product_description: `${record.product_description}, NDC ${own[1]?.ndc}`,
      code_info: `Lots ${own[0]?.lot}, ${own[1]?.lot}`,
    }
    await load(t, [wider], { asOf: '2026-09-24' })
    const all = await recalls().readAllActiverecallsByRecallid({ recallId })
    const added = all.find(({ lotNumber }) => lotNumber === own[1]?.lot)?.epcisSgtins[0]?.serialNumber
    expect(await catchFailure(scan(added))).toMatchObject({ key: 'recall_stops' })
    expect(await scan(added, known(recallId))).toMatchObject({ received: 1 })
  })

  test('causes no stop without the subscription, or if the match is merely possible', async () => {
    const [, second] = own
    const vague = makeRecord({ product_description: `Bottle, NDC ${second?.ndc}`, code_info: 'see the list' })
    await load(t, [vague])
    const [possible] = await recalls().readAllActiverecallsByRecallid({ recallId: await readRecallId(t, vague) })
    expect(possible?.confidence).toBe('possible')
    expect(await scan(possible?.epcisSgtins[0]?.serialNumber)).toMatchObject({ received: 1 })
    const { serials } = await named()
    await t.query(`update subscription set is_active = false where customer_id = $1 and product like 'nrac%'`, [customer.customerId])
    expect(await scan(serials[0])).toMatchObject({ received: 1 })
  })

  test('causes a stop even if the recall or the package’s lot has not been matched yet', async () => {
    const [, second] = own
    const fresh = makeRecord({ product_description: `Bottle, NDC ${second?.ndc}`, code_info: `Lot ${second?.lot}` })
    await loadRecalls(t.deps.systemPool, [await writeDownload(t, makeDownload([fresh], { asOf: '2026-09-21' }))], {
      source: 'openfda',
      now: t.clock.now(),
    })
    const freshId = await readRecallId(t, fresh)
    const all = () => catchFailure(calls().updateReceiveAllByDocumentid({ documentId: order.id }))
    expect(await all()).toMatchObject({
      key: 'recall_stops',
      facts: {
        recalls: [
          { recallId, meds: 2 },
          { recallId: freshId, meds: 2 },
        ],
      },
    })
    await t.query('delete from recall_match where customer_id = $1', [customer.customerId])
    await t.query('update stock_lot set is_matched = false where customer_id = $1', [customer.customerId])
    expect(await all()).toMatchObject({ facts: { recalls: [{ recallId }, { recallId: freshId }] } })
    expect(await received()).toBe(0)
    expect(await calls().updateReceiveAllByDocumentid({ documentId: order.id, ...known(recallId, freshId) })).toMatchObject({
      received: 8,
    })
  })

  test('is also stopped over REST if the call comes from a browser session, because a person can then be asked', async () => {
    await named()
    const headers = { host: 'localhost:80', origin: 'http://localhost:80', cookie: `seriatim=${await t.signIn(customer.staff)}` }
    const app = await t.app()
    const url = '/api/v1/update/receive/all/by/documentid'
    const answer = await app.inject({ method: 'PUT', url, headers, payload: { documentId: order.id } })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ type: 'ERROR' })
  })

  test('can be received by a program over the REST API, as documented, although the app stops a person', async () => {
    const { serials } = await named()
    const answer = await rest.put('/update/receive/many/by/serialnumber', { documentId: order.id, serialNumber: serials[0] })
    expect(answer).toMatchObject({ status: 200, json: { received: 1 } })
    expect(await rest.put('/update/receive/all/by/documentid', { documentId: order.id })).toMatchObject({
      status: 200,
      json: { received: 7 },
    })
  })
})
