import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, mark, newCustomer, type TestCustomer } from '../make.ts'
import { countNamed, type EnforcementRecord, load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

const staff = () => t.as(customer.staff).recall
const affected = async (record: EnforcementRecord) => staff().readAllActiverecallsByRecallid({ recallId: await readRecallId(t, record) })
const count = (of = customer) => countNamed(t, of.staff)

const readShipped = async (documentId: number) => {
  const [row] = await t.query<{ at: string }>(
    "select event_time as at from epcis_event where document_id = $1 and biz_step like '%shipping' order by event_number",
    [documentId],
  )
  return new Date(row?.at ?? '').toISOString()
}

/** Adds an order of four products that no other recall lists, and makes a recall of the first product. */
async function orderAnd(changes: (product: { ndc: string; lot: string }) => EnforcementRecord, order: { expirationDate?: string } = {}) {
  const products = ownProducts()
  const [first] = products
  if (!first) throw new Error('There is no product.')
  const made = await addOrder(customer, { meds: 12, products, ...order })
  const record = makeRecord({ product_description: `Metformin HCl Tablets, bottle, NDC ${first.ndc}`, ...changes(first) })
  return { products, first, made, record }
}

describe('a recall that comes after the goods', () => {
  test('[RECALL-045] [RECALL-046] lists our packages by location, document and lot, with every documented field', async () => {
    const { record, made, first } = await orderAnd(({ lot }) => ({ code_info: `Lot #: ${lot}, Exp 06/2029` }), {
      expirationDate: '2029-06-30',
    })
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId: made.id, serialNumber: made.serials[0] ?? '' })
    await load(t, [record])
    const entries = await affected(record)
    expect(entries).toHaveLength(1)
    const recall = await staff().readOneById({ recallId: await readRecallId(t, record) })
    const received = { receivedBy: { firstName: 'Staff', lastName: 'Tester' }, datetimeReceived: t.clock.now().toISOString() }
    const sgtin = expect.stringMatching(new RegExp(`^urn:epc:id:sgtin:\\d+\\.\\d+\\.${made.serials[0]}$`))
    expect(entries[0]).toMatchObject({
      id: expect.any(Number),
      recallCodeId: recall.recallCodes[0]?.id,
      ...received,
      sgtin,
      affectedMedCount: 3,
      customerLocation: { id: customer.main.id, name: 'Main' },
      expiration: '2029-06-30',
      lotNumber: first.lot,
      document: { id: made.id, timestamp: await readShipped(made.id) },
      dismissedRecall: null,
      confidence: 'exact',
      why: 'Same NDC, lot and expiry',
    })
    expect(entries[0]?.epcisSgtins).toHaveLength(3)
    expect(entries[0]?.epcisSgtins[0]).toMatchObject({
      epcisMedVocabulary: { regulatedProductName: first.name, manufacturerOfTradeItemPartyName: first.maker },
      sgtin,
      ...received,
    })
    expect(entries[0]?.epcisSgtins[1]).toMatchObject({ receivedBy: null, datetimeReceived: null })
    await staff().createOneDismissedrecall({ recallId: recall.id, epcisEventId: entries[0]?.id ?? 0, notes: 'sent back' })
    expect(await affected(record)).toMatchObject([{ dismissedRecall: { isDismissed: true } }])
  })

  test.each([
    ['exact', 'Same NDC and lot', (lot: string) => `Lot ${lot}`],
    ['probable', 'Same NDC and lot, spelled differently', (lot: string) => `Lot ${lot.slice(0, 2)}-${lot.slice(2)}`],
    ['probable', 'Same NDC and lot, expiry differs by a month', (lot: string) => `Lot ${lot}, Exp 05/2029`],
    ['probable', 'Same NDC, all lots are recalled', () => 'All lots within expiry'],
    ['possible', 'Same NDC, lots not readable', () => 'see attached list'],
  ])('is a %s match: %s', async (confidence, why, codeInfo) => {
    const { record } = await orderAnd(({ lot }) => ({ code_info: codeInfo(lot) }), { expirationDate: '2029-06-30' })
    await load(t, [record])
    expect(await affected(record)).toMatchObject([{ confidence, why, affectedMedCount: confidence === 'possible' ? 0 : 3 }])
  })

  test('does not match the same lot of another manufacturer', async () => {
    const { record, first } = await orderAnd(({ lot }) => ({
      product_description: 'Eye drops, 10 mL bottle, NDC 99999-123-10',
      recalling_firm: 'Other Labs',
      code_info: `Lot ${lot}`,
    }))
    const nameless = makeRecord({
      product_description: 'Capsules, 30 count',
      recalling_firm: 'Other Labs LLC',
      code_info: `Lot ${first.lot}`,
    })
    const same = makeRecord({
      product_description: 'Tablets, 30 count',
      recalling_firm: 'ALDERBROOK PHARMA LLC',
      code_info: `Lot ${first.lot}`,
    })
    await load(t, [record, nameless, same])
    expect(await affected(record)).toEqual([])
    expect(await affected(nameless)).toEqual([])
    expect((await affected(same)).every(({ confidence }) => confidence === 'possible')).toBe(true)
    expect(await affected(same)).not.toEqual([])
  })

  test('matches exactly a lot within its lot range; if it covers all lots, goods shipped more than a year later are only a possible match', async () => {
    const products = ownProducts().map((product, at) => ({ ...product, lot: at === 0 ? '4450' : product.lot }))
    await addOrder(customer, { meds: 8, products })
    const range = makeRecord({ product_description: `Tablets, bottle, NDC ${products[0]?.ndc}`, code_info: 'Lots 4411 through 4488' })
    const outside = { ...range, ...makeRecord({ product_description: range.product_description, code_info: 'Lots 4451 through 4488' }) }
    const old = makeRecord({
      product_description: `Bottle, NDC ${products[1]?.ndc}`,
      code_info: 'All lots',
      recall_initiation_date: '20140101',
    })
    await load(t, [range, outside, old])
    expect(await affected(range)).toMatchObject([{ confidence: 'exact', why: 'Same NDC, lot in the range' }])
    expect(await affected(outside)).toEqual([])
    expect(await affected(old)).toMatchObject([
      { confidence: 'possible', why: 'Same NDC, all lots, shipped more than a year after the recall' },
    ])
  })

  test('is a possible match if our record of the product has no lot and the recall lists lots; a recall of all lots is a full match', async () => {
    const products = ownProducts()
    const made = await addOrder(customer, { meds: 8, products })
    await t.query('update stock_lot set lot_number = null, lot_key = null where document_id = $1', [made.id])
    const of = (at: number, code_info: string) =>
      makeRecord({ product_description: `Tablets, bottle, NDC ${products[at]?.ndc}`, code_info })
    const records = [of(0, 'Lots QX1, QX2'), of(1, 'Lots 4411 through 4488'), of(2, 'All lots, Exp 06/2029')]
    await load(t, records)
    const [listed, range, all] = await Promise.all(records.map(affected))
    for (const entries of [listed, range])
      expect(entries).toMatchObject([{ confidence: 'possible', why: 'Same NDC, your record has no lot', lotNumber: null }])
    expect(all?.map(({ why }) => why).join()).toContain('all lots')
  })

  test('matches all package sizes of its product if it names no size', async () => {
    const products = ownProducts()
    await addOrder(customer, { meds: 8, products })
    const of = (at: number, code_info: string) =>
      makeRecord({ product_description: `Tablets, bottle, NDC ${products[at]?.ndc.slice(0, 9)}`, code_info })
    const [all, lot, other, sister] = [
      of(0, 'All lots'),
      of(1, `Lot ${products[1]?.lot}`),
      of(2, 'Lot NONE-1'),
      makeRecord({ product_description: `Tablets, bottle, NDC ${products[3]?.ndc.slice(0, 9)}-99`, code_info: 'All lots' }),
    ]
    await load(t, [all, lot, other, sister])
    expect(await affected(all)).toMatchObject([{ confidence: 'probable', why: 'Same NDC; the recall names no package and means all lots' }])
    expect(await affected(lot)).toMatchObject([{ confidence: 'probable', why: 'Same NDC and lot; the recall names no package' }])
    expect(await affected(other)).toEqual([])
    expect(await affected(sister)).toMatchObject([
      { confidence: 'possible', why: 'Same product in another package, all lots are recalled' },
    ])
  })

  test('matches a lot in the last of six hundred ranges', async () => {
    const products = ownProducts().map((product, at) => ({ ...product, lot: at === 0 ? 'K69933' : product.lot }))
    await addOrder(customer, { meds: 8, products })
    const ranges = Array.from({ length: 600 }, (_, at) => `K${10_000 + at * 100} through K${10_050 + at * 100}`)
    const record = makeRecord({ product_description: `Tablets, bottle, NDC ${products[0]?.ndc}`, code_info: `Lots ${ranges.join(', ')}` })
    await load(t, [record])
    expect(await affected(record)).toMatchObject([{ confidence: 'exact', why: 'Same NDC, lot in the range' }])
    const found = await staff().readManySearch({ lotNumber: 'k-69933' })
    expect(found.filter(({ namesLot }) => namesLot).map(({ id }) => id)).toContain(await readRecallId(t, record))
  })

  test('lists its affected lots in pages, each with the totals of all lots; the REST call can be limited to a number of lots', async () => {
    const { record, products } = await orderAnd(({ lot }) => ({ code_info: `Lot ${lot}` }))
    await addOrder(customer, { meds: 4, products })
    await addOrder(customer, { meds: 8, products })
    await load(t, [record])
    const recallId = await readRecallId(t, record)
    const whole = await affected(record)
    expect(whole).toHaveLength(3)
    const found = []
    for (let cursor: string | undefined; ; ) {
      const page = await staff().readManyAffected({ recallId, limit: 1, ...(cursor ? { cursor } : {}) })
      expect(page).toMatchObject({ meds: 6, onHold: 0, dismissed: 0, lots: 3, locations: ['Main'] })
      found.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(found).toEqual(whole.map(({ id }) => id))
    expect(await staff().readAllActiverecallsByRecallid({ recallId, limit: 2 })).toHaveLength(2)
    expect(await staff().updateOneHold({ recallId })).toEqual({ holds: 3, meds: 6 })
  })

  test.each([
    ['ndc', 'Tablets, bottle, NDC 55555-100-30', 'All lots'],
    ['manufacturer', 'Tablets, bottle', 'Lot AB123'],
    ['nothing', 'Tablets, bottle', 'All lots'],
    ['nothing', 'Tablets, bottle', 'Lots 4411 through 4488'],
    ['nothing', 'Tablets, bottle', 'see the list'],
  ])('is compared by %s if its product is “%s” and its codes are “%s”', async (comparedBy, product_description, code_info) => {
    const record = makeRecord({ product_description, code_info })
    await load(t, [record])
    expect((await staff().readOneById({ recallId: await readRecallId(t, record) })).recallCodes).toMatchObject([{ comparedBy }])
  })

  test('is compared with the order’s stored lots, which agree with the file’s packages in product, lot, expiry and count', async () => {
    const { made } = await orderAnd(({ lot }) => ({ code_info: `Lot ${lot}` }), { expirationDate: '2029-06-30' })
    const lots = await t.query(
      `select epcis_med_vocabulary_id, gtin, lot_number, expiration_date, amount from stock_lot where document_id = $1 order by 1, 3, 4`,
      [made.id],
    )
    expect(lots).toHaveLength(4)
    expect(lots).toEqual(
      await t.query(
        `select d.epcis_med_vocabulary_id, p.gtin, d.lot_number, d.expiration_date, count(*)::int as amount from document_med d
          join epcis_med_vocabulary p on p.id = d.epcis_med_vocabulary_id
          where d.document_id = $1 and d.is_shipped and not d.is_package and d.med_id is not null group by 1, 2, 3, 4 order by 1, 3, 4`,
        [made.id],
      ),
    )
  })

  test('is matched once: loading and matching again changes nothing', async () => {
    const { record } = await orderAnd(({ lot }) => ({ code_info: `Lot ${lot}` }))
    await load(t, [record])
    const first = await affected(record)
    await load(t, [record], { asOf: '2026-09-21' })
    await load(t, [{ ...record, status: 'Completed' }], { asOf: '2026-09-22' })
    expect(await affected(record)).toEqual(first)
  })
})

describe('a recall that comes before the goods', () => {
  test('[SHELL-014] matches each later order separately, and counts the packages of all matched orders together', async () => {
    const buyer = await newCustomer(t)
    const products = ownProducts()
    const record = makeRecord({ product_description: `Bottle, NDC ${products[0]?.ndc}`, code_info: `Lot ${products[0]?.lot}` })
    await load(t, [record])
    const recallId = await readRecallId(t, record)
    await addOrder(buyer, { meds: 8, products })
    expect(await count(buyer)).toBe(2)
    const second = await addOrder(buyer, { meds: 12, products })
    expect(await count(buyer)).toBe(5)
    expect(await t.as(buyer.staff).recall.readAllActiverecallsByRecallid({ recallId })).toHaveLength(2)
    await t.as(buyer.lead).order.updateVoidOne({ documentId: second.id, reason: 'sent by mistake' })
    expect(await count(buyer)).toBe(2)
    expect(await t.as(buyer.elsewhere).recall.readAllActiverecallsByRecallid({ recallId })).toEqual([])
  })

  test('names each med typed in later, but not a voided med', async () => {
    const buyer = await newCustomer(t)
    const [product] = ownProducts()
    const record = makeRecord({ product_description: `Bottle, NDC ${product?.ndc}`, code_info: 'Lot TY-1' })
    await load(t, [record])
    const enter = (serialNumber: string) =>
      t.as(buyer.staff).med.createOne({
        locationId: buyer.main.id,
        serialNumber,
        ndc: product?.ndc ?? '',
        lotNumber: 'TY-1',
        medName: 'Metformin',
        manufacturerName: 'Alderbrook Pharma',
      })
    const [one] = [await enter(`S1${mark()}`), await enter(`S2${mark()}`)]
    await t.runJobs()
    expect(await count(buyer)).toBe(2)
    await t.as(buyer.staff).med.updateVoidOne({ medId: one.id })
    expect(await count(buyer)).toBe(1)
    const [entry] = await t.as(buyer.staff).recall.readAllActiverecallsByRecallid({ recallId: await readRecallId(t, record) })
    expect(entry).toMatchObject({ confidence: 'exact', document: { id: null }, epcisSgtins: [{ isOnHold: false }] })
  })
})

describe('a later version of a recall', () => {
  test('shows an added lot as not dismissed, ends the match of a dropped lot, and reopens a lot that is named again later', async () => {
    const { record, products } = await orderAnd(({ lot }) => ({ code_info: `Lot ${lot}` }))
    const second = products[1]
    await load(t, [record], { asOf: '2026-09-20' })
    const [entry] = await affected(record)
    await staff().createOneDismissedrecall({ recallId: entry?.recallId ?? 0, epcisEventId: entry?.id ?? 0 })
    const wider = {
      ...record,
      product_description: `${record.product_description}, NDC ${second?.ndc}`,
      code_info: `Lots ${products[0]?.lot}, ${second?.lot}`,
    }
    await load(t, [wider], { asOf: '2026-09-27' })
    expect((await affected(record)).map(({ dismissedRecall }) => dismissedRecall?.isDismissed ?? false).sort()).toEqual([false, true])
    await load(t, [{ ...record, code_info: 'Lot NONE-1' }], { asOf: '2026-10-04' })
    expect(await affected(record)).toEqual([])
    await load(t, [wider], { asOf: '2026-10-11' })
    expect((await affected(record)).map(({ dismissedRecall }) => dismissedRecall?.isDismissed ?? false)).toEqual([false, false])
  })
})

describe('the recall subscription', () => {
  test('[RECALL-001 RECALL-002 ROLE-019 ROLE-023] is required for every call about recalls, and matching catches up once the subscription is active', async () => {
    const without = await newCustomer(t, { subscriptions: [['enterprise', 2]] })
    const products = ownProducts()
    const record = makeRecord({ product_description: `Bottle, NDC ${products[0]?.ndc}`, code_info: `Lot ${products[0]?.lot}` })
    await load(t, [record])
    const order = await addOrder(without, { meds: 8, products })
    const recallId = await readRecallId(t, record)
    const { recall } = t.as(without.admin)
    expect(await recall.readStanding()).toEqual({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 })
    const refused = 'Recall alerts are not part of your subscription.'
    for (const call of [
      () => recall.readOneActiverecalledmedcountByUserid(),
      () => recall.readManyHome({}),
      () => recall.readManySearch({}),
      () => recall.readManySearchcount({}),
      () => recall.readOneById({ recallId }),
      () => recall.readOneStory({ recallId }),
      () => recall.readAllActiverecallsByRecallid({ recallId }),
      () => recall.readAllActiverecallsByRecallcodeids({ recallCodeIds: [1] }),
      () => recall.readAllByRecallcodeids({ recallCodeIds: [1] }),
      () => recall.readOneCsv({ recallId }),
      () => recall.readOneResponse({ recallId }),
      () => recall.updateOneSeen({ recallId }),
      () => recall.updateOneHold({ recallId, epcisEventIds: [1] }),
      () => recall.createOneDismissedrecall({ recallId, epcisEventId: 1 }),
      () => recall.updateOneToggledismissedrecall({ dismissedRecallId: 1 }),
    ])
      await expect(call()).rejects.toThrow(refused)
    expect(await recall.readManyByDocumentid({ documentId: order.id })).toEqual([])
    expect(await t.query('select from recall_match where customer_id = $1', [without.customerId])).toEqual([])

    await t.query(
      `insert into subscription (customer_id, subscription, product, display, state, is_active, is_auto_renew, quantity, subtotal_cents)
       values ($1, $2, 'My-NRAC-Alerts', 'Recall alerts', 'active', true, true, 1, 3900)`,
      [without.customerId, `nrac-${mark()}`],
    )
    await load(t, [makeRecord()])
    expect(await count(without)).toBe(2)
    await t.query(`update subscription set is_active = false where customer_id = $1 and product like '%NRAC%'`, [without.customerId])
    await expect(recall.readOneActiverecalledmedcountByUserid()).rejects.toThrow(refused)
    await addOrder(without, { meds: 8, products })
    await t.query(`update subscription set is_active = true where customer_id = $1`, [without.customerId])
    await load(t, [makeRecord()])
    expect(await count(without)).toBe(4)
  })
})
