import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, mark } from '../make.ts'
import { countNamed, type EnforcementRecord, load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)
let records: EnforcementRecord[]
/** Adds an order, and loads a recall event with three recall numbers, each for one of the order's lots. */
beforeEach(async () => {
  const products = ownProducts()
  await addOrder(customer, { meds: 12, products })
  const event = `E-${mark()}`
  records = products
    .slice(0, 3)
    .map(({ ndc, lot, name }) => makeRecord({ event_id: event, product_description: `${name}, NDC ${ndc}`, code_info: `Lot ${lot}` }))
  await load(t, records, { asOf: '2026-09-20' })
})

const staff = () => t.as(customer.staff).recall
const record = (at: number): EnforcementRecord => records[at] ?? {}
const readId = (at: number) => readRecallId(t, record(at))
const affected = async (recallId: number) => staff().readAllActiverecallsByRecallid({ recallId })
const count = () => countNamed(t, customer.staff)
const findNdc = (one: EnforcementRecord) => /NDC (\S+)/.exec(String(one.product_description))?.[1] ?? ''
const collectLots = async (recallId: number) => (await affected(recallId)).map(({ lotNumber }) => lotNumber)
const findLot = (at: number) => String(record(at).code_info).replace('Lot ', '')
const listMails = () => t.query(`select from mail where customer_id = $1 and kind like 'recall.%'`, [customer.customerId])
const splitLast = (changes: EnforcementRecord = {}) =>
  load(t, [record(0), record(1), { ...record(2), reason_for_recall: 'Mislabeled', ...changes }], { asOf: '2026-09-27' })

describe('a recall number that a later file moves to another recall', () => {
  test('keeps all of its lots, with their decisions and alerts', async () => {
    const old = await readId(0)
    const entry = (await affected(old)).find(({ lotNumber }) => lotNumber === findLot(2))
    await staff().createOneDismissedrecall({ recallId: old, epcisEventId: entry?.id ?? 0, notes: 'Return 5521', returned: 3 })
    const all = 9
    expect(await count()).toBe(all - 3)
    await splitLast()
    const split = await readId(2)
    expect(split).not.toBe(old)
    expect((await collectLots(old)).sort()).toEqual([findLot(0), findLot(1)].sort())
    expect(await affected(split)).toMatchObject([
      { id: entry?.id, lotNumber: findLot(2), dismissedRecall: { isDismissed: true, notes: 'Return 5521', returned: 3 } },
    ])
    expect(await count()).toBe(all - 3)
    expect(await staff().readOneById({ recallId: old })).toMatchObject({ version: 2, recallNumbers: [{}, {}] })
    expect((await staff().readOneStory({ recallId: old })).versions[0]?.words).toEqual([
      `No longer named: ${record(2).recall_number}`,
      expect.stringMatching(/fewer entr(?:y|ies) in the lot text/),
    ])
  })

  test('leaves the decision about a lot in effect in both recalls if both name the lot', async () => {
    const old = await readId(0)
    // Makes the second recall number also list the lot of the first recall number.
    records[1] = {
      ...record(1),
      product_description: `${record(1).product_description}, NDC ${findNdc(record(0))}`,
      code_info: `Lots ${findLot(1)}, ${findLot(0)}`,
    }
    await load(t, records, { asOf: '2026-09-21' })
    const entry = (await affected(old)).find(({ lotNumber }) => lotNumber === findLot(0))
    await staff().createOneDismissedrecall({ recallId: old, epcisEventId: entry?.id ?? 0, returned: 3 })
    await load(t, [{ ...record(0), reason_for_recall: 'Mislabeled' }, record(1), record(2)], { asOf: '2026-09-27' })
    const split = await readId(0)
    expect(split).not.toBe(await readId(1))
    for (const recallId of [split, await readId(1)])
      expect((await affected(recallId)).find(({ lotNumber }) => lotNumber === findLot(0))).toMatchObject({
        dismissedRecall: { isDismissed: true, returned: 3 },
      })
  })

  test('redirects the id of its old recall to its new recall if the old recall has no numbers left', async () => {
    await splitLast()
    const split = await readId(2)
    const mails = (await listMails()).length
    await load(t, records, { asOf: '2026-10-04' })
    const whole = await readId(2)
    expect(whole).toBe(await readId(0))
    expect(await collectLots(whole)).toHaveLength(3)
    expect(await affected(split)).toEqual([])
    expect(await count()).toBe(9)
    expect(await staff().readOneById({ recallId: split })).toMatchObject({ id: whole, recallNumbers: [{}, {}, {}] })
    const found = await staff().readManySearch({ ndc: findNdc(record(2)) })
    expect(found.map(({ id }) => id)).toEqual([whole])
    expect((await staff().readManyHome({})).items.map(({ id }) => id)).toEqual([whole])
    expect(await listMails()).toHaveLength(mails)
  })

  test('triggers an alert at once if the number now belongs to a class I recall', async () => {
    await splitLast({ classification: 'Class I' })
    const sent = await t.query(`select subject from mail where customer_id = $1 and kind like 'recall.%'`, [customer.customerId])
    expect(sent).toHaveLength(2)
    expect(sent[0]).toMatchObject({ subject: expect.stringMatching(/^Raised to Class I: 3 packages/) })
  })
})

describe('a file that contains only part of an event', () => {
  test('changes only the recall numbers that it contains; the event’s other numbers keep their data from earlier files', async () => {
    records[0] = { ...record(0), classification: 'Class I' }
    await load(t, records, { asOf: '2026-09-27' })
    const recallId = await readId(0)
    const before = await staff().readOneById({ recallId })
    await load(t, [{ ...record(2), status: 'Terminated', code_info: `${record(2).code_info}, ZZ9` }], { asOf: '2026-10-04' })
    expect(await staff().readOneById({ recallId })).toMatchObject({
      classification: 'Class I',
      status: 'Ongoing',
      title: before.title,
      product: before.product,
      version: 3,
    })
    expect((await staff().readOneStory({ recallId })).versions[0]?.words).toEqual(['1 more entry in the lot text'])
  })
})
