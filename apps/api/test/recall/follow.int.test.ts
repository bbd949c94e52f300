import { beforeEach, describe, expect, test } from 'vitest'
import { digestRecallsJob } from '../../src/domains/recall/recall.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type DocumentChanges, documentFor, importText, mark, newParty } from '../make.ts'
import { load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)
let products: ReturnType<typeof ownProducts>
let same: DocumentChanges
let orderId: number
let recallId: number
beforeEach(async () => {
  products = ownProducts()
  same = { products, sender: newParty('North & Sons'), serialSeed: mark(), meds: 8, purchaseOrder: 'PO-1', instanceIdentifier: mark() }
  orderId = (await addOrder(customer, { ...same, faults: ['missingReadPoint'] })).id
  const record = makeRecord({
    product_description: `Bottle, NDC ${products[0]?.ndc}`,
    code_info: `Lot ${products[0]?.lot}`,
    classification: 'Class I',
  })
  await load(t, [record])
  recallId = await readRecallId(t, record)
})

const staff = () => t.as(customer.staff).recall
const entries = () => staff().readAllActiverecallsByRecallid({ recallId })
const entry = async () => {
  const [first, ...others] = await entries()
  if (!first || others.length > 0) throw new Error('The recall names one lot.')
  return first
}
const mails = async () =>
  (
    await t.query<{ n: number }>(`select count(*)::int as n from mail where customer_id = $1 and kind like 'recall.%'`, [
      customer.customerId,
    ])
  )[0]?.n
const digest = async () => {
  // this job belongs to no customer and uses only the fields in `t.deps` and `config` of its context
  await digestRecallsJob.run(null, { ...t.deps, config: t.config } as unknown as JobContext)
  await t.runJobs()
}

/** Imports a corrected file that replaces the original. */
async function replaceBy(changes: DocumentChanges = {}): Promise<number> {
  await importText(t, customer.staff, documentFor(customer, { ...same, ...changes }), { filename: 'corrected.xml' })
  const [row] = await t.query<{ id: number }>('select max(id)::int as id from document_correction where customer_id = $1', [
    customer.customerId,
  ])
  const correctionId = row?.id ?? 0
  await t.as(customer.lead).documentException.updateReplace({ correctionId })
  await t.runJobs()
  return correctionId
}

async function undo(correctionId: number): Promise<void> {
  await t.as(customer.lead).documentException.updateUndoReplace({ correctionId })
  await t.runJobs()
}

describe('an order that a corrected file replaces', () => {
  test('causes no new alert, either when it is replaced or when the replacement is undone', async () => {
    expect(await mails()).toBe(2)
    const correctionId = await replaceBy()
    expect((await entry()).document.id).not.toBe(orderId)
    await digest()
    expect(await mails()).toBe(2)
    await undo(correctionId)
    expect((await entry()).document.id).toBe(orderId)
    await digest()
    expect(await mails()).toBe(2)
  })

  test('keeps decisions about its packages, with person and time', async () => {
    const said = { notes: 'Return 5521', returned: 2 }
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await entry()).id, ...said })
    const before = (await entry()).dismissedRecall
    await replaceBy()
    const after = await entry()
    expect(after.document.id).not.toBe(orderId)
    expect(after.dismissedRecall).toEqual({ ...before, id: after.dismissedRecall?.id })
    expect(after.dismissedRecall).toMatchObject({ isDismissed: true, ...said, dismissedBy: { firstName: 'Staff' } })
    expect(
      await t.query(`select detail from audit where customer_id = $1 and action = 'recall.follow'`, [customer.customerId]),
    ).toMatchObject([{ detail: { from: orderId, lots: 1 } }])
  })

  test('needs a new decision if the corrected file lists more packages of the lot, and still shows the previous decision', async () => {
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await entry()).id, notes: 'gone back', returned: 2 })
    await replaceBy({ meds: 12 })
    expect(await entry()).toMatchObject({ amount: 3, dismissedRecall: { isDismissed: false, notes: 'gone back', returned: 2 } })
    expect(await mails()).toBe(4)
  })

  test('gets its earlier decisions back when the replacement is undone, with any changes made to them during the replacement', async () => {
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await entry()).id, notes: 'first' })
    const kept = (await entry()).dismissedRecall
    const untouched = await replaceBy()
    await undo(untouched)
    expect((await entry()).dismissedRecall).toEqual(kept)

    const again = await replaceBy()
    const { dismissedRecall } = await entry()
    await staff().updateOneToggledismissedrecall({ dismissedRecallId: dismissedRecall?.id ?? 0 })
    await undo(again)
    expect(await entry()).toMatchObject({ document: { id: orderId }, dismissedRecall: { isDismissed: false, notes: 'first' } })
  })

  test('stays affected after somebody undid the dismissal of the recall, even if a later recall also affects the order', async () => {
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await entry()).id, notes: 'gone back' })
    await replaceBy()
    t.clock.advance(60_000)
    await staff().updateOneToggledismissedrecall({ dismissedRecallId: (await entry()).dismissedRecall?.id ?? 0 })
    const next = makeRecord({ product_description: `Bottle, NDC ${products[1]?.ndc}`, code_info: `Lot ${products[1]?.lot}` })
    await load(t, [next])
    expect(await staff().readAllActiverecallsByRecallid({ recallId: await readRecallId(t, next) })).toHaveLength(1)
    expect(await entry()).toMatchObject({ dismissedRecall: { isDismissed: false, notes: 'gone back' } })
  })

  test('keeps its recall decisions even if recall alerts were paused during the replacement', async () => {
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await entry()).id, notes: 'gone back' })
    const pay = (isActive: boolean) =>
      t.query(`update subscription set is_active = $2 where customer_id = $1 and product like 'nrac%'`, [customer.customerId, isActive])
    await pay(false)
    await replaceBy()
    await pay(true)
    await load(t, [makeRecord()])
    expect(await entry()).toMatchObject({ dismissedRecall: { isDismissed: true, notes: 'gone back' } })
    expect(await mails()).toBe(2)
  })
})
