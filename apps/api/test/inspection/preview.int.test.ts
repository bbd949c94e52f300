import { PACK_PARTS, type PackPart } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, newParty } from '../make.ts'
import { days } from '../sample.ts'

const t = useTestDb()
const c = useCustomer(t)

const ask = { preset: 'fda' as const, ...days }
const calls = () => t.as(c.admin).inspection
const gapsOf = (preview: Awaited<ReturnType<ReturnType<typeof calls>['readOnePreview']>>, part: PackPart) =>
  preview.parts.find((one) => one.part === part)?.gaps.map(({ text }) => text)
const countOf = (preview: Awaited<ReturnType<ReturnType<typeof calls>['readOnePreview']>>, part: PackPart) =>
  preview.parts.find((one) => one.part === part)?.counted

/** Adds a partner with the sender's GLN and a license that ends on this day. */
async function addPartner(sender: ReturnType<typeof newParty>, validTo: string | null) {
  const { id } = await t.as(c.admin).tradingPartner.createOne({
    customerLocationId: null,
    name: sender.owner.name,
    type: 'upstream',
    globalLocationNumbers: [sender.owner.gln],
  })
  await t
    .as(c.admin)
    .tradingPartner.createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: 'L-1', validFrom: '2020-01-01', validTo })
  return id
}

describe('the preview of a pack', () => {
  test('shows every section with a count of zero for a customer without records, and lists facts that were never confirmed', async () => {
    const preview = await calls().readOnePreview(ask)
    expect(preview.parts.map(({ part }) => part)).toEqual(Object.keys(PACK_PARTS).filter((part) => part !== 'balance' && part !== 'units'))
    expect(countOf(preview, 'transactions')).toBe('0 orders')
    expect(countOf(preview, 'receipts')).toBe('0 packages, 0 scanned')
    expect(gapsOf(preview, 'regime')).toEqual(['Employees were never counted', 'The facts about the organization were never confirmed'])
    expect(preview.remarks).toEqual([])
  })

  test('lists as gaps, with links, the orders that lack a statement, a partner, or a license valid on the order’s day', async () => {
    const [good, late, stranger] = [newParty('Good Wholesale'), newParty('Late Wholesale'), newParty('Stranger Wholesale')]
    await addPartner(good, null)
    const lateId = await addPartner(late, '2025-12-31')
    await addOrder(c, { sender: good })
    const ended = await addOrder(c, { sender: late, purchaseOrder: 'PO-LATE' })
    const unknown = await addOrder(c, { sender: stranger, purchaseOrder: 'PO-UNKNOWN' })
    await t.query('update epcis_document set transaction_statement = false where id = $1', [unknown.id])
    const preview = await calls().readOnePreview(ask)
    const partners = preview.parts.find(({ part }) => part === 'partners')?.gaps ?? []
    expect(partners.map(({ text, items }) => [text, items])).toEqual([
      [
        '1 order from a seller without a valid license on the day of the order',
        [{ text: 'PO PO-LATE, Late Wholesale', path: `/tradingpartner/${lateId}` }],
      ],
      [
        '1 order from a sender that is not a trading partner',
        [{ text: 'PO PO-UNKNOWN, Stranger Wholesale', path: `/orders/receive/${unknown.id}` }],
      ],
      [
        '1 license or check overdue',
        [{ text: 'Late Wholesale: Wholesaler license L-1, federal, ended 12/31/2025', path: `/tradingpartner/${lateId}` }],
      ],
    ])
    expect(gapsOf(preview, 'transactions')).toEqual(['1 order without a transaction statement'])
    expect(countOf(preview, 'transactions')).toBe('3 orders')
    await t.as(c.admin).order.updateVoidOne({ documentId: ended.id, reason: 'Entered twice' })
    const after = await calls().readOnePreview(ask)
    expect(countOf(after, 'transactions')).toBe('3 orders, 1 of them voided')
    expect(gapsOf(after, 'partners')).not.toContain('1 order from a seller without a valid license on the day of the order')
  })

  test('counts days in the caller’s time zone, even when daylight saving time begins', async () => {
    t.clock.set('2026-03-09T03:30:00Z')
    await addOrder(c, {})
    const at = (from: string, to: string) => t.as(c.admin, { timeZone: 'America/New_York' }).inspection.readOnePreview({ ...ask, from, to })
    expect(countOf(await at('2026-03-08', '2026-03-08'), 'transactions')).toBe('1 order')
    expect(countOf(await at('2026-03-09', '2026-03-09'), 'transactions')).toBe('0 orders')
  })

  test('can be filtered by location, partner and NDC, and lists the sections that ignore the filters', async () => {
    const sender = newParty('Narrow Wholesale')
    const partnerId = await addPartner(sender, null)
    await addOrder(c, { sender })
    await addOrder(c, { sender: newParty('Other Wholesale') })
    const narrow = await calls().readOnePreview({ ...ask, tradingPartnerIds: [partnerId] })
    expect(countOf(narrow, 'transactions')).toBe('1 order')
    expect(narrow.remarks).toHaveLength(2)
    expect(countOf(await calls().readOnePreview({ ...ask, locationIds: [c.branch.id] }), 'transactions')).toBe('0 orders')
    expect(countOf(await calls().readOnePreview({ ...ask, ndcs: ['99999-9999-99'] }), 'transactions')).toBe('0 orders')
    await expect(calls().readOnePreview({ ...ask, ndcs: ['not an NDC'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('counts all orders without a statement, even beyond the thousand that it lists', async () => {
    const { id } = await addOrder(c, {})
    await t.query('update epcis_document set transaction_statement = false where id = $1', [id])
    const copy = (
      table: string,
    ) => `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(o) || jsonb_build_object('id', 1000000 + n))).*
      from ${table} o, generate_series(1, 1000) n where o.id = $1`
    await t.query(copy('epcis_document').replace(' select', ' overriding system value select'), [id])
    await t.query(copy('"order"'), [id])
    expect(gapsOf(await calls().readOnePreview(ask), 'transactions')).toEqual(['1,001 orders without a transaction statement'])
  })

  test('can be filtered by lot, in uppercase or lowercase, and by lots of certain NDCs', async () => {
    const { id } = await addOrder(c, {})
    await addOrder(c, {})
    await t.query(`update document_med set lot_number = 'Lot-7' where document_id = $1`, [id])
    const count = async (narrow: object) => countOf(await calls().readOnePreview({ ...ask, ...narrow }), 'transactions')
    expect(await count({})).toBe('2 orders')
    expect(await count({ lotNumbers: ['LOT-7'] })).toBe('1 order')
    expect(await count({ lotNumbers: ['lot-7', 'never seen'] })).toBe('1 order')
    expect(await count({ lotNumbers: ['never seen'] })).toBe('0 orders')
    expect(await count({ lotNumbers: ['lot-7'], ndcs: ['99999-9999-99'] })).toBe('0 orders')
  })

  test('shows location admins their own locations only, and is refused to everybody else', async () => {
    await addOrder(c, {})
    const elsewhere = t.as(c.elsewhere).inspection
    expect(countOf(await elsewhere.readOnePreview(ask), 'transactions')).toBe('0 orders')
    await expect(elsewhere.readOnePreview({ ...ask, locationIds: [c.main.id] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(t.as(c.staff).inspection.readOnePreview(ask)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const stranger = await newCustomer(t)
    await expect(t.as(stranger.admin).inspection.readOnePreview({ ...ask, locationIds: [c.main.id] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('includes the records of a location that has been closed', async () => {
    await addOrder(c, {})
    await t.query('update location set closed_at = now(), closed_by_id = $2, close_reason = $3 where id = $1', [
      c.main.id,
      c.admin.userId,
      'Sold',
    ])
    expect(countOf(await calls().readOnePreview(ask), 'transactions')).toBe('1 order')
  })
})
