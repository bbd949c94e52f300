import { beforeAll, describe, expect, test } from 'vitest'
import { loadRecalls } from '../../src/domains/recall/load/recall-load.service.ts'
import { FeedFileError } from '../../src/outside/feed/json-items.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { load, makeDownload, makeRecord, readRecallId, writeDownload } from './recalls.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

const staff = () => t.as(customer.staff).recall
const loadText = async (text: string, isForced = false) =>
  loadRecalls(t.deps.systemPool, [await writeDownload(t, text)], { source: 'openfda', isForced, now: t.clock.now() })
const amounts = async () => (await t.query<{ n: number }>('select count(*)::int as n from recall_product'))[0]?.n

describe('a load of recalls', () => {
  test('[RECALL-043] [RECALL-044] keeps every documented field, with the text beside its parsed values', async () => {
    const record = makeRecord({
      code_info: 'Lot #: AB12, AB13, Exp 03/2028; CD-44, Exp 04/30/2028',
      distribution_pattern: 'NY, NJ and PA',
    })
    expect(await load(t, [record])).toMatchObject({ records: 1, added: 1, changed: 0, unusable: 0 })
    const recallId = await readRecallId(t, record)
    const recall = await staff().readOneById({ recallId })
    expect(recall).toMatchObject({
      id: recallId,
      manufacturer: 'Alderbrook Pharma, Inc.',
      product: record.product_description,
      title: 'Metformin HCl Tablets, 500 mg, 60-count bottle',
      quantity: '18,420 bottles',
      reason: 'Impurity above the accepted daily limit',
      recallNumbers: [{ recallNumber: record.recall_number }],
      recallDistributions: [{ distribution: 'NY' }, { distribution: 'NJ' }, { distribution: 'PA' }],
      recallDocument: { dateReceived: '2026-09-16' },
      recallCodes: [
        {
          id: expect.any(Number),
          ndcWithDashes: '8801-0500-60',
          formFactor: 'Bottle',
          criteria: [
            { id: expect.any(Number), expiration: '2028-03', recallLotNumbers: [{ lotNumber: 'AB12' }, { lotNumber: 'AB13' }] },
            { expiration: '2028-04-30', recallLotNumbers: [{ lotNumber: 'CD-44' }] },
          ],
        },
      ],
    })
    const { texts } = await staff().readOneStory({ recallId })
    expect(texts).toMatchObject([{ codeInfo: record.code_info, description: record.product_description, unread: [] }])
  })

  test('[RECALL-049] creates one recall per event, as long as its products share firm and reason', async () => {
    const shared = { event_id: 'E-1' }
    const [one, two, other] = [makeRecord(shared), makeRecord(shared), makeRecord({ ...shared, reason_for_recall: 'Mislabeled' })]
    expect(await load(t, [one, two, other])).toMatchObject({ records: 3, added: 2 })
    const recall = await staff().readOneById({ recallId: await readRecallId(t, one) })
    expect(recall.source).toBe('openfda')
    expect(recall.recallNumbers).toHaveLength(2)
    expect(recall.title).toMatch(/ and 1 more$/)
    expect(await readRecallId(t, two)).toBe(recall.id)
    expect(await readRecallId(t, other)).not.toBe(recall.id)
  })

  test('changes nothing if the same file is loaded again, or the same text in another file', async () => {
    const text = makeDownload([makeRecord()])
    expect(await loadText(text)).toMatchObject({ isSame: false, added: 1 })
    expect(await loadText(text)).toMatchObject({ isSame: true })
    expect(await loadText(text, true)).toMatchObject({ isSame: false, added: 0, changed: 0, late: 0 })
  })

  test('keeps earlier versions of a recall, and its codes keep their ids', async () => {
    const record = makeRecord({ code_info: 'Lot #: V1, V2' })
    await load(t, [record], { asOf: '2026-09-20' })
    const recallId = await readRecallId(t, record)
    const before = await staff().readOneById({ recallId })
    expect(await load(t, [{ ...record, code_info: 'Lot #: V1' }], { asOf: '2026-09-27' })).toMatchObject({ added: 0, changed: 1 })
    const now = await staff().readOneById({ recallId })
    expect(now).toMatchObject({ version: 2, versionOn: '2026-09-27' })
    expect(now.recallCodes[0]?.id).toBe(before.recallCodes[0]?.id)
    expect(now.recallCodes[0]?.criteria).toMatchObject([{ recallLotNumbers: [{ lotNumber: 'V1' }] }])
    const { versions } = await staff().readOneStory({ recallId })
    expect(versions.map(({ words }) => words)).toEqual([['1 fewer entry in the lot text'], ['First version loaded']])
  })

  test('stores an older file loaded after a newer one as an earlier version, and leaves current data unchanged', async () => {
    const record = makeRecord({ code_info: 'Lot #: NEW1' })
    await load(t, [record], { asOf: '2026-09-27' })
    const outcome = await load(t, [{ ...record, code_info: 'Lot #: OLD1' }], { asOf: '2026-09-20' })
    expect(outcome).toMatchObject({ added: 0, changed: 0, late: 1 })
    const recallId = await readRecallId(t, record)
    expect(await staff().readOneById({ recallId })).toMatchObject({
      version: 2,
      versionOn: '2026-09-27',
      recallCodes: [{ criteria: [{ recallLotNumbers: [{ lotNumber: 'NEW1' }] }] }],
    })
    expect((await staff().readOneStory({ recallId })).versions).toMatchObject([
      { versionOn: '2026-09-27', isLate: false },
      { versionOn: '2026-09-20', isLate: true },
    ])
  })

  test('treats a recall with a reworded reason as the same recall', async () => {
    const record = makeRecord()
    await load(t, [record], { asOf: '2026-09-20' })
    const recallId = await readRecallId(t, record)
    await load(t, [{ ...record, reason_for_recall: 'CGMP deviations' }], { asOf: '2026-09-28' })
    expect(await readRecallId(t, record)).toBe(recallId)
    expect(await staff().readOneById({ recallId })).toMatchObject({ reason: 'CGMP deviations', version: 2 })
  })
})

describe('a defective download', () => {
  const whole = () => makeDownload(Array.from({ length: 40 }, () => makeRecord()))

  test('is refused if it is truncated, and none of its records are loaded', async () => {
    const before = await amounts()
    const text = whole()
    await expect(loadText(text.slice(0, text.length * 0.7))).rejects.toThrow(/ends in the middle/)
    expect(await amounts()).toBe(before)
  })

  test('loads nothing if it is damaged in the middle, and the error describes the damage', async () => {
    const before = await amounts()
    const text = whole()
    await expect(loadText(`${text.slice(0, text.length / 2)}\u0000\u0001{{{"${text.slice(text.length / 2 + 40)}`)).rejects.toThrow(
      FeedFileError,
    )
    const half = Array.from({ length: 40 }, (_, at) => (at % 2 ? { wrong: 'shape' } : makeRecord()))
    await expect(loadText(makeDownload(half))).rejects.toThrow(/20 of 40 records have no number/)
    expect(await amounts()).toBe(before)
  })

  test('counts as incomplete if it contains fewer records than it announces', async () => {
    await expect(loadText(makeDownload([makeRecord()], { total: 500 }))).rejects.toThrow(/1 of 500 records/)
  })

  test('is loaded despite an empty openfda, absent fields and odd dates', async () => {
    const record = makeRecord({
      openfda: {},
      classification: undefined,
      termination_date: '20261399',
      more_code_info: null,
      product_quantity: '',
    })
    await load(t, [record])
    const recall = await staff().readOneById({ recallId: await readRecallId(t, record) })
    expect(recall).toMatchObject({ classification: null, quantity: null })
  })

  test('is loaded even if the lot text of a record has 1,400 lots, or 10,000 characters without a space', async () => {
    const lots = Array.from({ length: 1400 }, (_, at) => `LT${10_000 + at}`)
    const long = makeRecord({ code_info: `Lots: ${lots.join(', ')}` })
    const run = makeRecord({ code_info: `Lot ${'A1'.repeat(5000)}` })
    await load(t, [long, run])
    const recall = await staff().readOneById({ recallId: await readRecallId(t, long) })
    expect(recall.recallCodes[0]?.criteria[0]?.recallLotNumbers).toHaveLength(1400)
    expect((await staff().readOneById({ recallId: await readRecallId(t, run) })).recallCodes).toHaveLength(1)
  })
})
