import { beforeAll, describe, expect, test } from 'vitest'
import { seedDrugs } from '../../src/seed/demo-drugs.ts'
import { useTestDb } from '../fixtures.ts'
import type { Caller } from '../harness.ts'
import { newCustomer } from '../make.ts'
import { ON_CLUSTER } from '../one-postgres.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let drugs: Caller['drugReference']
let rest: Rest
beforeAll(async () => {
  await seedDrugs(t.deps.systemPool)
  const customer = await newCustomer(t)
  drugs = t.as(customer.staff).drugReference
  rest = makeRestClient(await t.app(), await t.signIn(customer.staff))
})

describe('the drug reference', () => {
  test.each(['8801050060', '8801-0500-60', '08801050060', '08801-0500-60', '008801050060', '8801-0500-6', '88010500', ' 8801-0500-60 '])(
    '[NDC-004 REST-010] finds an NDC written as %j, lists the best matches first, and then the labeler’s other products',
    async (ndc) => {
      const { status, json } = await rest.get(`/redbook/read/search/by/ndc?ndc=${encodeURIComponent(ndc)}`)
      expect(status).toBe(200)
      expect(json[0]).toMatchObject({
        ndc: expect.stringMatching(/^8801-0500-/),
        medName: 'Metformin HCl',
        manufacturerName: 'Alderbrook Pharma',
        isListed: true,
      })
      const ndcs = json.map((one: { ndc: string }) => one.ndc)
      expect(ndcs).toContain('8801-0500-60')
      expect(new Set(ndcs).size).toBe(ndcs.length)
      expect(ndcs.every((one: string) => one.startsWith('8801-'))).toBe(true)
      expect(ndcs).toContain('8801-0010-30')
    },
  )

  test('[NDC-001] finds nothing for fewer than five characters, or for text that is not an NDC', async () => {
    for (const ndc of ['', '8', '8801', ' 8801', 'lisinopril', '%%%%%%', '8801-0500-60-1', `1'; drop table drug`, '٣٤٥٦٧'])
      expect(await drugs.readSearchByNdc({ ndc })).toEqual([])
    expect((await rest.get('/redbook/read/search/by/ndc')).json).toEqual([])
    expect((await rest.get('/redbook/read/search/by/ndc?ndc=88')).json).toEqual([])
  })

  test('[NDC-005] is searched by any part of a name, prefix matches first', async () => {
    const names = async (medName: string) => [...new Set((await drugs.readManyByName({ medName })).map((one) => one.medName))]
    expect(await names('lisino')).toEqual(['Lisinopril', 'Lisinopril and Hydrochlorothiazide'])
    expect(await names('HYDROCHLORO')).toContain('Lisinopril and Hydrochlorothiazide')
    expect(await names('pantopra')).toEqual(['Cloverex'])
    expect(await names('li')).toEqual([])
    expect(await names('%%%')).toEqual([])
    expect(await names('___')).toEqual([])
    const fenwick = await drugs.readManyByName({ manufacturerName: 'fenwick' })
    expect(new Set(fenwick.map((one) => one.manufacturerName))).toEqual(new Set(['Fenwick Laboratories']))
    expect(await drugs.readManyByName({ medName: 'amoxi', manufacturerName: 'alder' })).toEqual([])
    expect(await drugs.readManyByName({})).toEqual([])
  })

  test.skipIf(ON_CLUSTER)('returns at most 1,000 entries including the exact package, and reads no others', async () => {
    await t.query(`insert into drug (ndc12, ndc, med_name, manufacturer_name, source, updated_at)
      select '0' || l || lpad(p::text, 4, '0') || '01', l || '-' || lpad(p::text, 4, '0') || '-1', 'Drug ' || md5(p::text), 'Maker ' || l, 'fda', now()
      from generate_series(50001, 50020) l, generate_series(1, 1500) p`)
    await t.query('analyze drug')
    const found = await drugs.readSearchByNdc({ ndc: '5000714991' })
    expect(found).toHaveLength(1000)
    expect(found[0]).toMatchObject({ ndc: '50007-1499-1', manufacturerName: 'Maker 50007' })
    expect(await drugs.readSearchByNdc({ ndc: '50007' })).toHaveLength(1000)
    const plan = async (text: string) => JSON.stringify(await t.query(`explain (format json) ${text}`))
    expect(
      await plan(
        `select * from drug where starts_with(ndc_digits, '5000714991') or starts_with(ndc11, '5000714991') or starts_with(ndc12, '5000714991')`,
      ),
    ).not.toContain('Seq Scan')
    expect(await plan(`select * from drug where lower(med_name) like '%a87ff6%' or lower(generic_name) like '%a87ff6%'`)).toContain(
      'drug__med_name',
    )
    expect(await plan(`select * from drug where lower(manufacturer_name) like '%fenwick%'`)).toContain('drug__manufacturer_name')
  })
})
