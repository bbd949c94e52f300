import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../csv-text.ts'
import { freeGln } from '../gln/gln.samples.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { newCustomer, type TestCustomer } from '../make.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

const partners = (of = customer.admin) => t.as(of).tradingPartner
const sample = readFileSync(join(import.meta.dirname, '../../../../samples/trading-partners.csv'), 'utf8')
const none = { new: 0, changed: 0, unchanged: 0, refused: 0 }

test('a table is previewed line by line, written whole, and is unchanged the second time', async () => {
  const plan = await partners().createCsvPreview({ text: sample })
  expect(plan.counts).toEqual({ ...none, new: 2, changed: 1 })
  expect(plan.lines[0]).toMatchObject({
    line: 2,
    partner: 'Maple Grove Drugs',
    outcome: 'new',
    words: ['new Upstream partner', expect.any(String), expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
  })
  expect((await partners().readManyTradingpartnersSearch({})).items).toEqual([])
  expect((await partners().createManyCsv({ text: sample })).counts).toEqual(plan.counts)
  const [cedar, maple] = (await partners().readManyTradingpartnersSearch({})).items
  expect(cedar).toMatchObject({
    name: 'Cedar Hill Repack',
    type: 'both',
    contacts: [{ firstName: 'Tom', contactDetails: [{ contactDetail: '(518) 555-0190' }] }],
  })
  expect(maple).toMatchObject({
    globalLocationNumbers: [{}],
    addresses: [{ city: 'Trenton', state: { code: 'NJ' } }, { addressType: 'billTo' }],
    accountNumbers: [{ accountNumber: 'MG-1180' }],
  })
  expect((await partners().readOneAuthorization({ tradingPartnerId: maple?.id ?? 0 })).licenses).toHaveLength(2)
  expect((await partners().createManyCsv({ text: sample })).counts).toEqual({ ...none, unchanged: 3 })
})

test('what is exported imports without a change, and is never a formula', async () => {
  await partners().createManyCsv({ text: sample })
  await partners().createOne({ customerLocationId: null, name: '=cmd|x', type: 'both', accountNumbers: ['+1', 'a "quoted", number'] })
  const { text, filename } = await partners().readManyCsv()
  expect(filename).toMatch(/^trading-partners_\d{4}-\d{2}-\d{2}\.csv$/)
  const rows = rowsOf(text)
  expect(rows.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
  const { counts } = await partners().createCsvPreview({ text })
  expect(counts).toEqual({ ...none, unchanged: rows.length - 1 })
})

test('faults are told with their line, and one of them keeps everything out', async () => {
  const text = [
    'partner;type;gln;state;address line 1;license kind;license number;valid from;valid to',
    `Good;upstream;${freeGln()};;;;;;`,
    'Bad GLN;upstream;1234567890123;;;;;;',
    'No type;;;;;;;;',
    'Bad days;both;;Nowhere;1 Street;wholesaler;1;2026-13-01;2026-01-01',
  ].join('\n')
  const plan = await partners().createCsvPreview({ text })
  expect(plan.counts).toEqual({ ...none, new: 1, refused: 3 })
  expect(plan.lines.map(({ line, outcome }) => [line, outcome])).toEqual([
    [3, 'refused'],
    [4, 'refused'],
    [5, 'refused'],
    [2, 'new'],
  ])
  expect(plan.lines[2]?.words).toEqual(['state "Nowhere" is not a state', expect.stringContaining('valid from "2026-13-01" is not a day')])
  await expect(partners().createManyCsv({ text })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await partners().readManyTradingpartnersSearch({})).items).toEqual([])
})

test('a change is told with before and after', async () => {
  await partners().createManyCsv({ text: sample })
  const text = sample
    .replace('12 Maple Street,,Trenton', '12 Maple Street,,Camden')
    .replace('2028-12-31', '2029-12-31')
    .replace('(609)', '(856)')
  const plan = await partners().createCsvPreview({ text })
  expect(plan.counts).toEqual({ ...none, changed: 1, unchanged: 2 })
  expect(plan.lines[0]?.words).toEqual([
    'new phone (856) 555-0144 of Ines',
    '12 Maple Street city: Trenton → Camden',
    'license 031-55120 valid to: 2028-12-31 → 2029-12-31',
  ])
  await partners().createManyCsv({ text })
  expect((await partners().createCsvPreview({ text })).counts).toEqual({ ...none, unchanged: 3 })
})

test('a renewal is a license of its own, and an empty last day makes none endless', async () => {
  await partners().createManyCsv({ text: sample })
  const renewed = sample.replace('2026-01-01', '2029-01-01').replace('2028-12-31', '2031-12-31')
  expect((await partners().createCsvPreview({ text: renewed })).lines[0]?.words.join()).toContain('license 031-55120')
  const emptied = await partners().createCsvPreview({ text: sample.replace('2028-12-31', '') })
  expect(emptied.counts).toEqual({ ...none, unchanged: 3 })
})

test('what is no such table is refused', async () => {
  for (const text of ['', 'name,type\nA,both\n', 'partner,colour\nA,red\n', `partner\n${'A\n'.repeat(10_001)}`])
    await expect(partners().createCsvPreview({ text })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('each line needs the right at its location', async () => {
  const text = 'partner,type,location\nOurs,both,Main\nTheirs,both,Branch\nAll,both,\n'
  const plan = await partners(customer.staff).createCsvPreview({ text })
  expect(plan.lines.map(({ partner, outcome }) => [partner, outcome])).toEqual([
    ['Theirs', 'refused'],
    ['All', 'refused'],
    ['Ours', 'new'],
  ])
})

test('the trail has one line for the import and one for each partner, with what it was and what it is', async () => {
  const toldOf = () =>
    t.look<{ action: string; name: string | null; detail: Record<string, unknown> }>(
      `select a.action, p.name, a.detail from audit a left join trading_partner p on p.customer_id = a.customer_id and p.id = a.subject_id
       where a.customer_id = $1 and a.action like 'partner.%' order by a.action, p.name`,
      [customer.customerId],
    )
  await partners().createManyCsv({ text: sample })
  expect(await toldOf()).toMatchObject([
    { action: 'partner.import', name: null, detail: { new: 2, changed: 1 } },
    { action: 'partner.new', name: 'Cedar Hill Repack', detail: { how: 'imported' } },
    { action: 'partner.new', name: 'Maple Grove Drugs', detail: { added: expect.arrayContaining(['account number MG-1180']) } },
  ])
  await partners().createManyCsv({
    text: sample.replace('12 Maple Street,,Trenton', '12 Maple Street,,Camden').replace('2028-12-31', '2029-12-31'),
  })
  expect((await toldOf()).filter(({ action }) => action === 'partner.update')).toMatchObject([
    {
      name: 'Maple Grove Drugs',
      detail: {
        before: { '12 Maple Street city': 'Trenton', 'license 031-55120 valid to': '2028-12-31' },
        after: { '12 Maple Street city': 'Camden', 'license 031-55120 valid to': '2029-12-31' },
      },
    },
  ])
  await partners().createManyCsv({ text: (await partners().readManyCsv()).text })
  expect((await toldOf()).filter(({ action }) => action === 'partner.import')).toHaveLength(2)
})

test('partners with more contacts than a statement has places are previewed, and as fast for each', async () => {
  await t.look(
    `with p as (insert into trading_partner (customer_id, name, type, created_at)
       select $1, 'Partner ' || n, 'upstream', now() from generate_series(1, 1400) n returning id),
     c as (insert into partner_contact (customer_id, trading_partner_id, first_name)
       select $1, p.id, 'Person ' || n from p, generate_series(1, 50) n returning id)
     insert into partner_contact_detail (customer_id, partner_contact_id, contact_type, contact_detail) select $1, id, 'phone', '1' from c`,
    [customer.customerId],
  )
  const lines = Array.from({ length: 1400 }, (_, at) => `Partner ${at + 1},Person 50,1`)
  const plan = await partners().createCsvPreview({ text: `partner,first name,phone\n${lines.join('\n')}\n` })
  expect(plan.counts).toEqual({ ...none, unchanged: 1400 })
})
