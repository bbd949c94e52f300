import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { type LoadOptions, loadDrugs } from '../../src/domains/drug-reference/drug-load.service.ts'
import { useTestDb } from '../fixtures.ts'

const t = useTestDb()
const dir = mkdtempSync(join(tmpdir(), 'seriatim-ndc-'))
beforeEach(() => t.query('truncate drug, drug_load'))
afterAll(() => {
  rmSync(dir, { recursive: true })
})

let files = 0
function file(content: string | Buffer, name = 'ndc.json'): string {
  files += 1
  const path = join(dir, `${files}-${name}`)
  writeFileSync(path, content)
  return path
}

const entry = (ndc: string, more: object = {}) => ({
  product_ndc: ndc.slice(0, ndc.lastIndexOf('-')),
  brand_name: `Brand ${ndc}`,
  generic_name: 'substance',
  labeler_name: 'Maker Inc.',
  dosage_form: 'TABLET',
  active_ingredients: [{ name: 'SUBSTANCE', strength: '40 mg/1' }],
  packaging: [{ package_ndc: ndc, description: `30 TABLET in 1 BOTTLE (${ndc})` }],
  ...more,
})
const openFda = (entries: object[], total = entries.length) =>
  `{"meta": {"last_updated": "2026-10-01", "results": {"skip": 0, "limit": 1000, "total": ${total}}},\n"results": [\n${entries.map((one) => JSON.stringify(one)).join(',\n')}\n]}`
const codes = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `71234-${String(from + at).padStart(3, '0')}-01`)

const load = (paths: string[], options: Partial<LoadOptions> = {}) =>
  loadDrugs(t.deps.systemPool, paths, { source: 'fda', now: new Date('2026-10-05T04:41:00Z'), ...options })
const rows = () =>
  t.query<{ ndc: string; ndc11: string; med_name: string; is_listed: boolean; source: string }>(
    'select ndc, ndc11, ndc12, med_name, generic_name, manufacturer_name, dosage_form, strength, package_description, is_listed, source from drug order by ndc12',
  )

async function zip(contents: Record<string, string | Buffer>): Promise<string> {
  const made = new yazl.ZipFile()
  for (const [name, content] of Object.entries(contents)) made.addBuffer(Buffer.from(content), name)
  made.end()
  const parts: Buffer[] = []
  for await (const part of made.outputStream as AsyncIterable<Buffer>) parts.push(part)
  return file(Buffer.concat(parts), 'ndc.zip')
}

describe('loading openFDA’s file', () => {
  test('[NDC-004] creates an entry for every package, with its NDC as the FDA formats it and as plain digits', async () => {
    const path = file(openFda([entry('8801-0500-60'), entry('88123-204-90', { brand_name: undefined }), entry('03999-9523-0')]))
    expect(await load([path])).toMatchObject({ isSame: false, entries: 3, added: 3, changed: 0, unlisted: 0, unusable: 0 })
    expect(await rows()).toMatchObject([
      { ndc: '03999-9523-0', ndc11: '03999952300', ndc12: '003999952300' },
      {
        ndc: '8801-0500-60',
        ndc11: '08801050060',
        med_name: 'Brand 8801-0500-60',
        generic_name: 'substance',
        manufacturer_name: 'Maker Inc.',
        dosage_form: 'TABLET',
        strength: '40 mg/1',
        package_description: '30 TABLET in 1 BOTTLE (8801-0500-60)',
        is_listed: true,
        source: 'fda',
      },
      { ndc: '88123-204-90', ndc11: '88123020490', med_name: 'substance', generic_name: null },
    ])
  })

  test('changes nothing when the same file is loaded again, but changes and adds entries and marks missing ones when a later file is loaded', async () => {
    const first = file(openFda([entry('71234-001-01'), entry('71234-002-01')]))
    await load([first])
    expect(await load([first])).toMatchObject({ isSame: true })
    expect(await load([first], { isForced: true })).toMatchObject({ isSame: false, added: 0, changed: 0, unlisted: 0 })
    const second = file(openFda([entry('71234-002-01', { labeler_name: 'New Owner' }), entry('71234-003-01')]))
    expect(await load([second])).toMatchObject({ entries: 2, added: 1, changed: 1, unlisted: 1 })
    expect(await rows()).toMatchObject([
      { ndc: '71234-001-01', is_listed: false },
      { ndc: '71234-002-01', is_listed: true, manufacturer_name: 'New Owner' },
      { ndc: '71234-003-01', is_listed: true },
    ])
    expect(await load([first])).toMatchObject({ added: 0, changed: 2, unlisted: 1 })
    expect(await t.query('select entries, added, changed, unlisted from drug_load order by id')).toHaveLength(4)
  })

  test('reads a zip, and treats several files as if they were one', async () => {
    const path = await zip({ 'drug-ndc-0001-of-0002.json': openFda([entry('71234-001-01')], 2), 'readme.md': 'x' })
    const second = file(openFda([entry('71234-002-01')], 2))
    expect(await load([path, second])).toMatchObject({ added: 2 })
    // This file has one of the 3 entries that it announces. It is only a part of the list, so the load does not mark the missing entries as unlisted.
    expect(await load([file(openFda([entry('71234-003-01')], 3))])).toMatchObject({ added: 1, unlisted: 0 })
  })

  test.each([
    ['truncated in the middle', (text: string) => text.slice(0, -30), /Line 60[12]: the file ends in the middle/],
    [
      'with an invalid entry',
      (text: string) => text.replace('"labeler_name"', 'labeler_name'),
      /Line 3: the entry that begins here is not valid JSON/,
    ],
    [
      'with invalid codes',
      (text: string) => text.replace(/"71234-1(\d\d)-01"/g, '"71234-1$1-0123"'),
      /100 of 600 packages have no usable code/,
    ],
    ['with other contents', () => '{"results": []}', /no package with a code/],
    ['that is an image', () => '\x89PNG\r\n\x1a\n', /these are not the columns/],
    ['that is empty', () => '', /these are not the columns/],
  ])('reports the error in a file %s, and changes nothing', async (_, damage, sentence) => {
    await load([file(openFda([entry('71234-001-01')]))])
    const before = await rows()
    await expect(load([file(damage(openFda(codes(600).map((ndc) => entry(ndc)))))])).rejects.toThrow(sentence)
    expect(await rows()).toEqual(before)
    // After the failed load, the same connection can still load a file.
    expect(await load([file(openFda([entry('71234-001-01'), entry('71234-002-01')]))])).toMatchObject({ added: 1 })
  })

  test('refuses a file that lacks half of the packages in the current reference, unless the load is forced', async () => {
    await load([file(openFda(codes(600).map((ndc) => entry(ndc))))])
    const half = file(openFda(codes(300).map((ndc) => entry(ndc))))
    await expect(load([half])).rejects.toThrow(/300 of 600 packages in the reference are not in these files/)
    expect(await load([half], { isForced: true })).toMatchObject({ unlisted: 300 })
  })

  test('never replaces FDA data with the sample, and marks sample entries as unlisted if a later sample lacks them', async () => {
    await load([file(openFda([entry('71234-001-01'), entry('71234-002-01')]))], { source: 'sample' })
    await load([file(openFda([entry('71234-001-01', { brand_name: 'Real' })]))])
    await load([file(openFda([entry('71234-001-01', { brand_name: 'Invented' })]))], { source: 'sample' })
    expect(await rows()).toMatchObject([
      { med_name: 'Real', source: 'fda' },
      { source: 'sample', is_listed: false },
    ])
  })

  test('uses the later entry if a package is listed twice, and removes control characters', async () => {
    await load([file(openFda([entry('71234-001-01'), entry('71234-001-01', { brand_name: 'La\u0000ter\u0007\tname' })]))])
    expect(await rows()).toMatchObject([{ med_name: 'La ter name' }])
  })
})

const PRODUCT =
  'PRODUCTID\tPRODUCTNDC\tPRODUCTTYPENAME\tPROPRIETARYNAME\tPROPRIETARYNAMESUFFIX\tNONPROPRIETARYNAME\tDOSAGEFORMNAME\tLABELERNAME\tACTIVE_NUMERATOR_STRENGTH\tACTIVE_INGRED_UNIT'
const PACKAGE = 'PRODUCTID\tPRODUCTNDC\tNDCPACKAGECODE\tPACKAGEDESCRIPTION\tSTARTMARKETINGDATE'
const western = (text: string) => Buffer.from(text.replaceAll('’', '\x92').replaceAll('™', '\x99'), 'latin1')
const products = western(
  `${PRODUCT}\r\n0002-0800_a\t0002-0800\tHUMAN\tZoloft’s\tXR\tsertraline\tTABLET\tFenwick™ Café\t40; 12.5\tmg/1; mg/1\r\n0002-1200_b\t0002-1200\tHUMAN\t"Say ""x"""\t\tfoo\tVIAL\tMaker\t5\tmg/mL\r\n`,
)
const packages = western(
  `${PACKAGE}\r\n0002-0800_a\t0002-0800\t0002-0800-01\t1 VIAL in 1 CARTON\t19870710\r\n0002-1200_b\t0002-1200\t0002-1200-30\t30 mL\t\r\n0002-1200_b\t0002-1200\t0002-1200-50\t50 mL\t\r\n`,
)

describe('loading the FDA’s text files', () => {
  test('joins packages with their products, and decodes Windows-1252 including its apostrophes', async () => {
    expect(await load([await zip({ 'product.txt': products, 'package.txt': packages })])).toMatchObject({ added: 3, unusable: 0 })
    expect(await rows()).toMatchObject([
      {
        ndc: '0002-0800-01',
        ndc11: '00002080001',
        med_name: 'Zoloft’s XR',
        generic_name: 'sertraline',
        manufacturer_name: 'Fenwick™ Café',
        strength: '40 mg/1; 12.5 mg/1',
      },
      { ndc: '0002-1200-30', med_name: 'Say "x"', strength: '5 mg/mL' },
      { ndc: '0002-1200-50', package_description: '50 mL' },
    ])
    // The order of the files doesn't matter, and UTF-8 is accepted.
    const utf8 = Buffer.from(products.toString('latin1').replaceAll('\x92', '’').replaceAll('\x99', '™'))
    expect(await load([file(packages, 'package.txt'), file(utf8, 'product.txt')])).toMatchObject({ isSame: false, added: 0, changed: 0 })
  })

  test.each([
    ['only one of the two files', [packages], /Only the package file was given/],
    [
      'a line with a missing cell',
      [products, Buffer.from(packages.toString('latin1').replace('\t30 mL', ''), 'latin1')],
      /Line 3: 4 columns instead of 5/,
    ],
    [
      'a missing column',
      [products, Buffer.from(packages.toString('latin1').replace('PRODUCTID', 'ID'), 'latin1')],
      /Line 1: the column PRODUCTID is missing/,
    ],
  ])('changes nothing when given %s, and reports the error', async (_, parts, sentence) => {
    await expect(load(parts.map((part) => file(part, 'x.txt')))).rejects.toThrow(sentence)
    expect(await rows()).toEqual([])
  })
})

test('the job loads the file at DRUG_REFERENCE_URL, and does nothing if the variable is not set', async () => {
  const run = async (drugReferenceUrl: string | undefined) => {
    const { drugsJob } = await import('../../src/domains/drug-reference/drug-reference.jobs.ts')
    const context = { ...t.deps, config: { ...t.config, drugReferenceUrl }, signal: new AbortController().signal }
    await drugsJob.run({}, context as unknown as Parameters<typeof drugsJob.run>[1]) // the job reads only these fields of its context
  }
  await run(undefined)
  expect(await rows()).toEqual([])
  await run(file(openFda([entry('71234-001-01')])))
  expect(await rows()).toHaveLength(1)
})

test('the sample of the drug reference that a new installation gets can be loaded twice, and contains the demo products', async () => {
  const { seedDrugs } = await import('../../src/seed/demo-drugs.ts')
  await seedDrugs(t.deps.systemPool)
  await seedDrugs(t.deps.systemPool)
  const found = (await rows()).map((row) => row.ndc)
  expect(found).toEqual(expect.arrayContaining(['8801-0500-60', '8801-0010-30', '88123-204-90', '88123-771-30', '0001-0123-45']))
})
