import { ndcForms } from '@seriatim/gs1'
import { balanceByNdc } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty } from '../make.ts'
import { days } from '../sample.ts'
import { readStoredPack, rowsOf } from './read-pack.ts'

// no test in this file prints a PDF, so nothing reads the browser's settings
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)

const ask = { preset: 'pbm' as const, ...days }
const toNdc11 = (ndc: string) => ndcForms(ndc)?.ndc11 ?? []

describe('a balance', () => {
  test('counts each received, returned, destroyed or typed-in package once, and leaves out packages of voided orders', async () => {
    const sender = newParty('Northway Wholesale')
    const order = await addOrder(c, { sender, meds: 6, purchaseOrder: 'PO-1' })
    const voided = await addOrder(c, { sender, meds: 4, purchaseOrder: 'PO-2' })
    const staff = t.as(c.staff)
    await staff.order.updateReceiveAllByDocumentid({ documentId: order.id })
    await t.as(c.lead).order.updateVoidOne({ documentId: voided.id, reason: 'Entered twice' })
    const meds = await t.query<{ id: number }>(
      'select d.med_id::int as id from document_med d where d.document_id = $1 and not d.is_package order by d.line',
      [order.id],
    )
    for (const [at, how] of (['returned', 'destroyed', 'surrendered'] as const).entries()) {
      const { holdId } = await staff.med.createOneHold({ target: { medId: meds[at]?.id ?? 0 }, reason: 'torn seal' })
      await t.as(c.lead).med.updateDisposedHold({ holdId, how, reason: 'handed over' })
    }
    const lines = await t.as(c.admin).inspection.readManyBalance(ask)
    const sum = (column: 'bought' | 'received' | 'typedIn' | 'returned' | 'destroyed' | 'otherwise' | 'recalled') =>
      lines.reduce((all, line) => all + line[column], 0)
    expect([sum('bought'), sum('received'), sum('typedIn'), sum('returned'), sum('destroyed'), sum('otherwise'), sum('recalled')]).toEqual([
      ...[6, 6, 0, 1, 1, 1, 0],
    ])
    const returned = lines.find((line) => line.returned === 1)
    const ndc = returned?.ndc ?? ''
    const went = (returned?.returned ?? 0) + (returned?.destroyed ?? 0) + (returned?.otherwise ?? 0)
    const own = [
      { ndc: toNdc11(ndc)[0] ?? '', opening: 10, dispensed: 5 },
      { ndc: '99999999999', opening: null, dispensed: 3 },
    ]
    const closings = balanceByNdc(lines, { hasReport: false, incomplete: [], lines: own }, toNdc11).filter(
      ({ closing }) => closing !== null,
    )
    expect(closings.map((one) => [one.ndc, one.closing])).toEqual([
      [ndc, 10 + (returned?.received ?? 0) - went - 5],
      ['99999999999', -3],
    ])
    const rows = await t.as(c.admin).inspection.readManyBalanceRows({ ask, ndc })
    const amount = (kind: string) => rows.filter((row) => row.kind === kind).reduce((all, row) => all + row.amount, 0)
    expect([amount('received'), amount('returned')]).toEqual([returned?.received, 1])
    expect(rows.find(({ kind }) => kind === 'received')).toMatchObject({
      documentId: order.id,
      purchaseOrders: 'PO-1',
      seller: 'Northway Wholesale',
      license: 'No trading partner on file',
    })
  })

  test('of one supplier subtracts only returned, destroyed and recalled packages of that supplier, and has no closing balance', async () => {
    const [north, south] = [newParty('Northway Wholesale'), newParty('Southgate Supply')]
    const staff = t.as(c.staff)
    for (const sender of [north, south]) {
      const order = await addOrder(c, { sender, meds: 3 })
      await staff.order.updateReceiveAllByDocumentid({ documentId: order.id })
      const [med] = await t.query<{ id: number }>(
        'select d.med_id::int as id from document_med d where d.document_id = $1 and not d.is_package order by d.line',
        [order.id],
      )
      const { holdId } = await staff.med.createOneHold({ target: { medId: med?.id ?? 0 }, reason: 'torn seal' })
      await t.as(c.lead).med.updateDisposedHold({ holdId, how: 'returned', reason: 'handed over' })
    }
    const { id: tradingPartnerId } = await t.as(c.admin).tradingPartner.createOne({
      customerLocationId: null,
      name: north.owner.name,
      type: 'upstream',
      globalLocationNumbers: [north.owner.gln],
    })
    const sum = (lines: { received: number; returned: number }[]) => [
      lines.reduce((all, line) => all + line.received, 0),
      lines.reduce((all, line) => all + line.returned, 0),
    ]
    expect(sum(await t.as(c.admin).inspection.readManyBalance(ask))).toEqual([6, 2])
    expect(sum(await t.as(c.admin).inspection.readManyBalance({ ...ask, tradingPartnerIds: [tradingPartnerId] }))).toEqual([3, 1])
  })

  test('contains the customer’s own figures for the chosen NDCs only, and none of these figures if lots are chosen', async () => {
    const order = await addOrder(c, { meds: 2 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [line] = (await t.as(c.admin).inspection.readManyBalance(ask)).filter(({ received }) => received > 0)
    const own = { ndc: toNdc11(line?.ndc ?? '')[0] ?? '', opening: null, dispensed: 1 }
    const ownFigures = { report: null, lines: [own, { ...own, ndc: '55555055505', dispensed: 9 }] }
    const dispensedIn = async (narrow: object) => {
      const { id } = await t.as(c.admin).inspection.createOne({ ...ask, ...narrow, askedBy: 'PBM', parts: ['balance'], ownFigures })
      await t.runJobs()
      return rowsOf(await readStoredPack(t, c.customerId, id), '15-balance/balance.csv').flatMap(({ Dispensed }) => Dispensed || [])
    }
    expect((await dispensedIn({})).toSorted()).toEqual(['1', '9'])
    expect(await dispensedIn({ ndcs: [own.ndc] })).toEqual(['1'])
    expect(await dispensedIn({ lotNumbers: ['L1'] })).toEqual([])
  })

  test('is part of a PBM pack, with the customer’s own figures, their source rows and a list of what could not be counted', async () => {
    const order = await addOrder(c, { meds: 2 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [line] = (await t.as(c.admin).inspection.readManyBalance(ask)).filter(({ received }) => received > 0)
    const amount = line?.received ?? 0
    const report = {
      filename: 'rx.csv',
      sha256: 'a'.repeat(64),
      lines: 200_000,
      outside: 3,
      refused: 7,
      named: [{ line: 9, ndc: 'ABC', why: 'it is not an NDC' }],
    }
    const ownFigures = { report, lines: [{ ndc: toNdc11(line?.ndc ?? '')[0] ?? '', opening: null, dispensed: amount + 3 }] }
    const { id } = await t.as(c.admin).inspection.createOne({ ...ask, askedBy: 'Cobblestone Benefits', parts: ['balance'], ownFigures })
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    expect(rowsOf(pack, '15-balance/balance.csv')).toContainEqual(
      expect.objectContaining({ NDC: line?.ndc, Received: String(amount), Dispensed: String(amount + 3), 'Expected closing': '-3' }),
    )
    expect(rowsOf(pack, '15-balance/rows.csv')).toContainEqual(
      expect.objectContaining({ NDC: line?.ndc, Number: 'Received', Packages: String(amount), Order: String(order.id) }),
    )
    expect(pack.get('15-balance/README.txt')).toContain('200,000 lines')
    const gaps = JSON.parse(pack.get('manifest.json') ?? '{}').gaps as { text: string }[]
    expect(gaps.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['1 NDC with more dispensed than was in stock', '7 lines of the dispensing report could not be counted']),
    )
  })

  test('can be filtered by an NDC in any format', async () => {
    await addOrder(c, { meds: 2 })
    const [line] = await t.as(c.admin).inspection.readManyBalance(ask)
    expect(await t.as(c.admin).inspection.readManyBalance({ ...ask, ndcs: [line?.ndc ?? ''] })).toMatchObject([{ ndc: line?.ndc }])
    expect(await t.as(c.admin).inspection.readManyBalance({ ...ask, ndcs: ['9999-9999-99'] })).toEqual([])
  })
})
