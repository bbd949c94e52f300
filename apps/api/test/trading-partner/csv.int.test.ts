import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { freeGln } from '../gln/gln.samples.ts'
import { newCustomer } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const partners = (of = customer.admin) => t.as(of).tradingPartner
const sample = readFileSync(join(import.meta.dirname, '../../../../samples/trading-partners.csv'), 'utf8')
const none = { new: 0, changed: 0, unchanged: 0, refused: 0 }

test('a table of partners is previewed line by line and imported completely, and a second import changes nothing', async () => {
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

test('importing an export changes nothing, and an export contains no formulas', async () => {
  await partners().createManyCsv({ text: sample })
  await partners().createOne({ customerLocationId: null, name: '=cmd|x', type: 'both', accountNumbers: ['+1', 'a "quoted", number'] })
  const { text, filename } = await partners().readManyCsv()
  expect(filename).toMatch(/^trading-partners_\d{4}-\d{2}-\d{2}\.csv$/)
  const rows = makeRows(text)
  expect(rows.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
  const { counts } = await partners().createCsvPreview({ text })
  expect(counts).toEqual({ ...none, unchanged: rows.length - 1 })
})

test('errors are reported with their line, and one error blocks the whole import', async () => {
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
  expect(plan.lines[2]?.words).toEqual([
    'state "Nowhere" is not a state',
    expect.stringContaining('valid from "2026-13-01" is not a date'),
    'a license needs a state, or "federal"',
  ])
  await expect(partners().createManyCsv({ text })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await partners().readManyTradingpartnersSearch({})).items).toEqual([])
})

test('the preview shows the old and new value of each change', async () => {
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

test('a license needs a state unless it is marked as federal, and the preview shows where each license applies', async () => {
  const table = (state: string) =>
    `partner,type,license kind,license number,license state,valid from\nA,upstream,wholesaler,1,${state},2026-01-01\n`
  const describeInWords = async (state: string) =>
    (await partners().createCsvPreview({ text: table(state) })).lines.map(({ words }) => words.at(-1))
  expect(await describeInWords('')).toEqual(['a license needs a state, or "federal"'])
  expect(await describeInWords('Federal')).toEqual(['new Wholesaler license 1 (federal)'])
  expect(await describeInWords('ny')).toEqual(['new Wholesaler license 1 (NY)'])
  const missing = 'partner,type,license kind,license number,valid from\nA,upstream,wholesaler,1,2026-01-01\n'
  await expect(partners().createManyCsv({ text: missing })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a license renewed in the CSV is a separate license, and an empty last day in the CSV does not remove the recorded last day', async () => {
  await partners().createManyCsv({ text: sample })
  const renewed = sample.replace('2026-01-01', '2029-01-01').replace('2028-12-31', '2031-12-31')
  expect((await partners().createCsvPreview({ text: renewed })).lines[0]?.words.join()).toContain('license 031-55120')
  const emptied = await partners().createCsvPreview({ text: sample.replace('2028-12-31', '') })
  expect(emptied.counts).toEqual({ ...none, unchanged: 3 })
})

test('a file that is not a table of partners is refused', async () => {
  for (const text of ['', 'name,type\nA,both\n', 'partner,colour\nA,red\n', `partner\n${'A\n'.repeat(10_001)}`])
    await expect(partners().createCsvPreview({ text })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('an imported CSV line is refused if the user has no permission at its location, or if it has no location and the user is not the customer admin', async () => {
  const text = 'partner,type,location\nOurs,both,Main\nTheirs,both,Branch\nAll,both,\n'
  const plan = await partners(customer.staff).createCsvPreview({ text })
  expect(plan.lines.map(({ partner, outcome }) => [partner, outcome])).toEqual([
    ['Theirs', 'refused'],
    ['All', 'refused'],
    ['Ours', 'new'],
  ])
})

test('the trail has one line for the import and one for each partner, with the old and new values', async () => {
  const pickNotice = () =>
    t.query<{ action: string; name: string | null; detail: Record<string, unknown> }>(
      `select a.action, p.name, a.detail from audit a left join trading_partner p on p.customer_id = a.customer_id and p.id = a.subject_id
       where a.customer_id = $1 and a.action like 'partner.%' order by a.action, p.name`,
      [customer.customerId],
    )
  await partners().createManyCsv({ text: sample })
  expect(await pickNotice()).toMatchObject([
    { action: 'partner.import', name: null, detail: { new: 2, changed: 1 } },
    { action: 'partner.new', name: 'Cedar Hill Repack', detail: { how: 'imported' } },
    { action: 'partner.new', name: 'Maple Grove Drugs', detail: { added: expect.arrayContaining(['account number MG-1180']) } },
  ])
  await partners().createManyCsv({
    text: sample.replace('12 Maple Street,,Trenton', '12 Maple Street,,Camden').replace('2028-12-31', '2029-12-31'),
  })
  expect((await pickNotice()).filter(({ action }) => action === 'partner.update')).toMatchObject([
    {
      name: 'Maple Grove Drugs',
      detail: {
        before: { '12 Maple Street city': 'Trenton', 'license 031-55120 valid to': '2028-12-31' },
        after: { '12 Maple Street city': 'Camden', 'license 031-55120 valid to': '2029-12-31' },
      },
    },
  ])
  await partners().createManyCsv({ text: (await partners().readManyCsv()).text })
  expect((await pickNotice()).filter(({ action }) => action === 'partner.import')).toHaveLength(2)
})

test('the import of partners can be previewed even if the partners have more contacts than an SQL statement can have parameters', async () => {
  await t.query(
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

test('an imported table never reactivates a deactivated partner or restores a merged one, whatever names or GLNs it contains', async () => {
  const gln = freeGln()
  const make = (name: string, more: object = {}) => partners().createOne({ customerLocationId: null, name, type: 'upstream', ...more })
  const gone = await make('Gone Drugs', { globalLocationNumbers: [gln] })
  await partners().updateDeactivateOne({ id: gone.id, reason: 'license lost' })
  const kept = await make('Kept Drugs')
  const merged = await make('Merged Drugs')
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  const text = `partner id,partner,type,gln\n,gone drugs,both,\n,Fresh,both,${gln}\n,Kept Drugs,,${gln}\n,Merged Drugs,both,\n${gone.id},Gone Drugs,,\n`
  const plan = await partners().createCsvPreview({ text })
  expect(plan.counts).toEqual({ ...none, refused: 5 })
  const [byName, byGln, added, other, byId] = plan.lines.map(({ words }) => words.join())
  for (const words of [byName, byGln, added, byId]) expect(words).toMatch(/Gone Drugs was deactivated on .* \(license lost\).*reactivate/)
  expect(other).toBe('Merged Drugs was merged into Kept Drugs. Use that partner.')
  await expect(partners().createManyCsv({ text })).rejects.toMatchObject({ code: 'CONFLICT' })
  await partners().updateReactivateOne({ id: gone.id })
  expect((await partners().createCsvPreview({ text: 'partner\nGone Drugs\n' })).counts).toEqual({ ...none, unchanged: 1 })
})

test('a form or an API call does not restore a deactivated or merged partner', async () => {
  const gln = freeGln()
  const gone = await partners().createOne({ customerLocationId: null, name: 'Gone', type: 'both', globalLocationNumbers: [gln] })
  const other = await partners().createOne({ customerLocationId: null, name: 'Other', type: 'both', globalLocationNumbers: [freeGln()] })
  await partners().updateDeactivateOne({ id: gone.id, reason: 'license lost' })
  const fresh = { customerLocationId: null, name: 'Fresh', type: 'both' as const }
  const refused = { code: 'CONFLICT', message: expect.stringContaining('Gone was deactivated') }
  await expect(partners().createOne({ ...fresh, name: ' GONE ' })).rejects.toMatchObject(refused)
  await expect(partners().createOne({ ...fresh, globalLocationNumbers: [gln] })).rejects.toMatchObject(refused)
  await expect(partners().createOneGloballocationnumber({ tradingPartnerId: other.id, globalLocationNumber: gln })).rejects.toMatchObject(
    refused,
  )
  const own = other.globalLocationNumbers[0]?.id ?? 0
  await expect(partners().updateOneGloballocationnumber({ id: own, globalLocationNumber: gln })).rejects.toMatchObject(refused)
  // Allowed: the partner of another location is a different partner.
  await partners().createOne({ ...fresh, customerLocationId: customer.main.id, globalLocationNumbers: [freeGln()] })
})

test('similar addresses, contacts and licenses stay separate through an export and import', async () => {
  const address = { addressLineOne: '12 Main Street', addressType: 'physical' as const, city: 'Trenton' }
  const { id } = await partners().createOne({
    customerLocationId: null,
    name: 'Twin',
    type: 'both',
    business: 'wholesaler',
    addresses: [
      { ...address, name: 'Dock' },
      { ...address, addressLineTwo: 'Suite 5' },
      { ...address, addressLineTwo: 'Suite 6', city: 'Camden' },
    ],
    contacts: [
      {
        firstName: 'Pharmacy',
        contactDetails: [
          { contactType: 'cell', contactDetail: '1' },
          { contactType: 'fax', contactDetail: '2' },
        ],
      },
      { firstName: 'Pharmacy', contactDetails: [{ contactType: 'phone', contactDetail: '3' }] },
    ],
  })
  const license = { tradingPartnerId: id, kind: 'wholesaler' as const, number: '1', validFrom: '2026-01-01' }
  await partners().createOneLicense({ ...license, validTo: '2026-12-31' })
  await partners().createOneLicense({ ...license, validTo: '2027-12-31' })
  const { text } = await partners().readManyCsv()
  expect((await partners().createCsvPreview({ text })).counts).toEqual({ ...none, unchanged: makeRows(text).length - 1 })
  // Another customer's import of the same table creates the partner there.
  const other = await newCustomer(t)
  const table = text.replaceAll(/^\d+,/gm, ',')
  await partners(other.admin).createManyCsv({ text: table })
  const [made] = (await partners(other.admin).readManyTradingpartnersSearch({})).items
  expect(made?.business).toBe('wholesaler')
  expect(made?.addresses.map(({ name, addressLineTwo, city }) => [name, addressLineTwo, city])).toEqual([
    ['Dock', null, 'Trenton'],
    [null, 'Suite 5', 'Trenton'],
    [null, 'Suite 6', 'Camden'],
  ])
  const details = made?.contacts.flatMap((contact) => contact.contactDetails.map((one) => `${one.contactType} ${one.contactDetail}`))
  expect(details).toEqual(['cell 1', 'fax 2', 'phone 3'])
  // Imports the exported lines in reverse order, with one change: the second of the partner's two addresses at 12 Main Street gets another suite.
  const lines = text.trimEnd().split('\r\n')
  const changed = [lines[0], ...lines.slice(1).toReversed()].join('\n').replace('Suite 6,Camden', 'Suite 7,Camden')
  const plan = await partners().createCsvPreview({ text: changed })
  expect(plan.lines.map(({ words }) => words)).toEqual([['12 Main Street line 2: Suite 6 → Suite 7']])
  const unclear = await partners().createCsvPreview({ text: 'partner,address line 1,city\nTwin,12 Main Street,Newark\n' })
  expect(unclear.lines[0]).toMatchObject({ outcome: 'refused', words: [expect.stringContaining('several addresses "12 Main Street"')] })
})

test('if partners have the same name, an import finds the right one by the id from an export, or by a GLN', async () => {
  const glns = [freeGln(), freeGln()]
  for (const gln of glns)
    await partners().createOne({
      customerLocationId: null,
      name: 'Twin',
      type: 'both',
      globalLocationNumbers: [gln],
      accountNumbers: [gln],
    })
  const { text } = await partners().readManyCsv()
  expect((await partners().createCsvPreview({ text })).counts).toEqual({ ...none, unchanged: 2 })
  const plan = await partners().createCsvPreview({
    text: `partner,gln,account number\nTwin,,A-1\nTwin,${glns[1]},A-1\nTwin,${freeGln()},\n`,
  })
  expect(plan.lines.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'refused'],
    [4, 'refused'],
    [3, 'changed'],
  ])
  const [first] = makeRows(text).slice(1)
  const wrong = await partners().createCsvPreview({ text: `partner id,partner\n${first?.[0]},Another\n9999999,Twin\n` })
  expect(wrong.lines.map(({ words }) => words.join())).toEqual([
    expect.stringContaining(`partner id ${first?.[0]} is Twin`),
    'partner id 9999999 is not one of your active partners',
  ])
})

test('a partner of a closed location is exported and imported unchanged, and no partner can be added there', async () => {
  await partners().createOne({ customerLocationId: customer.branch.id, name: 'Theirs', type: 'both', accountNumbers: ['A-1'] })
  await t.as(customer.admin).location.updateCloseOne({ customerLocationId: customer.branch.id, reason: 'moved' })
  const { text } = await partners().readManyCsv()
  expect((await partners().createCsvPreview({ text })).counts).toEqual({ ...none, unchanged: 1 })
  const plan = await partners().createCsvPreview({ text: 'partner,type,location\nTheirs,both,Branch\nOurs,both,Branch\n' })
  expect(plan.counts).toEqual({ ...none, unchanged: 1, refused: 1 })
  expect(plan.lines[0]?.words).toEqual(['location "Branch" is closed'])
})
