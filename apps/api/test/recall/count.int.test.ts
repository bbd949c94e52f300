import { expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'
import { load, makeRecord, ownProducts, readRecallId, receiveByProgram } from './recalls.ts'

const t = useTestDb()

test('the count of recalled packages includes each received package once if it is not on hold, however many recalls name it', async () => {
  const customer = await newCustomer(t)
  const products = ownProducts()
  const [product] = products
  const order = await addOrder(customer, { meds: 8, products })
  const about = { product_description: `Bottle, NDC ${product?.ndc}`, code_info: `Lot ${product?.lot}` }
  const one = makeRecord(about)
  await load(t, [one, makeRecord({ ...about, reason_for_recall: 'Another reason.', recalling_firm: 'Another Firm' })])
  const recall = t.as(customer.staff).recall
  const count = async () => (await recall.readOneActiverecalledmedcountByUserid()).count
  expect(await recall.readOneActiverecalledmedcountByUserid()).toEqual({ count: 0, recalls: 0 })
  await receiveByProgram(t, customer.staff, order.id)
  const recallId = await readRecallId(t, one)
  const [lot] = await recall.readAllActiverecallsByRecallid({ recallId })
  const [first] = lot?.epcisSgtins ?? []
  expect(await recall.readOneActiverecalledmedcountByUserid()).toEqual({ count: lot?.amount, recalls: 2 })
  expect(lot?.amount).toBeGreaterThan(1)
  await t.as(customer.staff).med.createOneHold({ target: { medId: first?.medId ?? 0 }, reason: 'Recalled' })
  expect(await count()).toBe((lot?.amount ?? 0) - 1)
})

test('the list and the page of a recall count a package once, however many orders name it, and distinguish expected packages from received ones', async () => {
  const customer = await newCustomer(t)
  const products = ownProducts()
  const [product] = products
  const order = await addOrder(customer, { meds: 8, products })
  const record = makeRecord({ product_description: `Bottle, NDC ${product?.ndc}`, code_info: `Lot ${product?.lot}` })
  await load(t, [record])
  const recallId = await readRecallId(t, record)
  const recall = t.as(customer.staff).recall
  const [lot] = await recall.readAllActiverecallsByRecallid({ recallId })
  const amount = lot?.amount ?? 0
  const row = async () => (await recall.readManyHome({})).items.find(({ id }) => id === recallId)
  const page = () => recall.readManyAffected({ recallId })
  expect(await row()).toMatchObject({ affectedMedCount: amount, receivedMedCount: 0 })
  expect(await page()).toMatchObject({
    meds: amount,
    received: 0,
    items: [{ amount, amountReceived: 0, purchaseOrderNumbers: [expect.any(String)] }],
  })
  const again = lot?.epcisSgtins[0]
  await t.as(customer.staff).order.updateReceiveManyBySerialnumber({
    documentId: order.id,
    serialNumber: again?.serialNumber ?? '',
    knownRecallIds: [recallId],
    recallReason: 'checked',
  })
  expect(await row()).toMatchObject({ affectedMedCount: amount, receivedMedCount: 1 })
  expect(await page()).toMatchObject({ meds: amount, received: 1, items: [{ amount, amountReceived: 1 }] })
  const left = { expectedNotHeld: amount - 1, items: [{ amountExpectedNotHeld: amount - 1 }] }
  expect(await page()).toMatchObject({ onHold: 0, ...left })
  // Puts a received package on hold, which leaves the numbers of expected packages unchanged. Then puts an expected package on hold, which lowers
  // them.
  await t.as(customer.staff).med.createOneHold({ target: { medId: again?.medId ?? 0 }, reason: 'Recalled' })
  expect(await page()).toMatchObject({ onHold: 1, ...left })
  await t.as(customer.staff).med.createOneHold({ target: { medId: lot?.epcisSgtins[1]?.medId ?? 0 }, reason: 'Recalled' })
  expect(await page()).toMatchObject({ onHold: 2, expectedNotHeld: amount - 2, items: [{ amountExpectedNotHeld: amount - 2 }] })
  expect((await recall.readAllActiverecallsByRecallid({ recallId }))[0]).toMatchObject({ amountExpectedNotHeld: amount - 2 })
  // Adds a second lot that matches the recall and contains a package of the first lot, which happens if another order lists the same package.
  await t.query(
    `with lot as (insert into stock_lot (customer_id, location_id, document_id, epcis_med_vocabulary_id, gtin, ndc, lot_number, expiration_date, sent_at, amount, is_matched)
       select customer_id, location_id, document_id, epcis_med_vocabulary_id, null, ndc, lot_number, expiration_date, sent_at, amount, true from stock_lot
       where id = (select stock_lot_id from recall_match where id = $1) returning id, customer_id)
     insert into recall_match (customer_id, location_id, recall_id, recall_code_id, stock_lot_id, confidence, why, version, matched_at)
       select m.customer_id, m.location_id, m.recall_id, m.recall_code_id, lot.id, 'probable', m.why, m.version, m.matched_at
       from recall_match m join lot on lot.customer_id = m.customer_id where m.id = $1`,
    [lot?.id],
  )
  expect(await row()).toMatchObject({ affectedMedCount: amount, receivedMedCount: 1 })
  expect(await page()).toMatchObject({ meds: amount, received: 1, lots: 2 })
})

test('a package lists the recalls that name it, and a package of another lot lists none', async () => {
  const customer = await newCustomer(t)
  const products = ownProducts()
  const [product] = products
  const order = await addOrder(customer, { meds: 8, products })
  const record = makeRecord({
    product_description: `Bottle, NDC ${product?.ndc}`,
    code_info: `Lot ${product?.lot}`,
    classification: 'Class I',
  })
  await load(t, [record])
  const meds = await t.query<{ id: number; lot: string }>(
    'select m.id::int as id, d.lot_number as lot from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package',
    [order.id],
  )
  const recallsOf = (medId = 0) => t.as(customer.staff).recall.readManyByMedid({ medId })
  const recallId = await readRecallId(t, record)
  expect(await recallsOf(meds.find(({ lot }) => lot === product?.lot)?.id)).toMatchObject([
    { recallId, classification: 'Class I', confidence: 'exact', dismissedAt: null },
  ])
  expect(await recallsOf(meds.find(({ lot }) => lot !== product?.lot)?.id)).toEqual([])
})
