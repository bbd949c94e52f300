import { expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'
import { load, makeRecord, ownProducts, readRecallId, receiveByProgram } from './recalls.ts'

const t = useTestDb()

test('the count includes each package on hand once: received, not on hold, however many recalls name it', async () => {
  const customer = await newCustomer(t)
  const products = ownProducts()
  const [product] = products
  const order = await addOrder(customer, { meds: 8, products })
  const about = { product_description: `Bottle, NDC ${product?.ndc}`, code_info: `Lot ${product?.lot}` }
  const one = makeRecord(about)
  await load(t, [one, makeRecord({ ...about, reason_for_recall: 'Another reason.', recalling_firm: 'Another Firm' })])
  const recall = t.as(customer.staff).recall
  const count = async () => (await recall.readOneActiverecalledmedcountByUserid()).count
  expect(await count()).toBe(0)
  await receiveByProgram(t, customer.staff, order.id)
  const recallId = await readRecallId(t, one)
  const [lot] = await recall.readAllActiverecallsByRecallid({ recallId })
  const [first] = lot?.epcisSgtins ?? []
  expect(await count()).toBe(lot?.amount)
  expect(lot?.amount).toBeGreaterThan(1)
  await t.as(customer.staff).med.createOneHold({ target: { medId: first?.medId ?? 0 }, reason: 'Recalled' })
  expect(await count()).toBe((lot?.amount ?? 0) - 1)
})

test('a package lists the recalls that name it, and one of another lot lists none', async () => {
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
  const meds = await t.look<{ id: number; lot: string }>(
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
