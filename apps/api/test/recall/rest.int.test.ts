import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, type TestCustomer } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'
import { load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
let app: FastifyInstance
let customer: TestCustomer
let rest: Rest
let recallId: number
/** The entry while it was active, read before any test dismissed it. */
let untouched: unknown
const products = ownProducts()
beforeAll(async () => {
  app = await t.app()
  customer = await newCustomer(t)
  rest = makeRestClient(app, await t.signIn(customer.staff))
  await addOrder(customer, { meds: 8, products })
  const record = makeRecord({
    product_description: `Tablets in a bottle, NDC ${products[0]?.ndc}`,
    code_info: `Lot ${products[0]?.lot}`,
    recalling_firm: '100% Pure_Labs',
  })
  await load(t, [record])
  recallId = await readRecallId(t, record)
  untouched = await entry()
})

const entry = async () => (await rest.get(`/nrac/read/all/activerecalls/by/recallid?recallId=${recallId}`)).json[0]

describe('the REST interface for recalls', () => {
  test('[REST-088] [REST-093] returns a recall by its id, and the customer’s active entries for that recall', async () => {
    expect(await rest.get(`/nrac/read/one/by/id?recallId=${recallId}`)).toMatchObject({
      status: 200,
      json: { id: recallId, manufacturer: '100% Pure_Labs', recallCodes: [{ formFactor: 'Bottle' }] },
    })
    expect(untouched).toMatchObject({ affectedMedCount: 2, lotNumber: products[0]?.lot, dismissedRecall: null })
    expect(await rest.get('/nrac/read/one/by/id?recallId=999999')).toMatchObject({ status: 404, json: { type: 'ERROR' } })
  })

  test('[REST-092] [REST-094] finds recalls and active recall entries by the ids of recall codes, given as repeated or comma-separated parameters', async () => {
    const { recallCodeId } = await entry()
    expect((await rest.get(`/nrac/read/all/by/recallcodeids?recallCodeIds=${recallCodeId}`)).json).toMatchObject([{ id: recallId }])
    expect((await rest.get(`/nrac/read/all/by/recallcodeids?recallCodeIds=${recallCodeId},999999`)).json).toHaveLength(1)
    const query = `recallCodeIds=${recallCodeId}&recallCodeIds=999999`
    expect((await rest.get(`/nrac/read/all/activerecalls/by/recallcodeids?${query}`)).json).toMatchObject([{ recallCodeId }])
  })

  test.each([
    ['manufacturer', '0% pure_l', 1],
    ['medName', 'capsules in', 0],
    ['manufacturer', '100%x', 0],
    ['medName', 'tablets IN', 1],
    ['ndc', products[0]?.ndc ?? '', 1],
    ['ndc', (products[0]?.ndc ?? '').replaceAll('-', ''), 1],
    ['ndc', products[0]?.ndc.slice(0, 9) ?? '', 1],
    ['ndc', '9999-9999-99', 0],
    ['lotNumber', 'mf-26', 1],
    ['lotNumber', 'mf-99', 0],
    ['dateReceivedStart', '2026-09-16', 1],
    ['dateReceivedStart', '2026-09-17', 0],
    ['dateReceivedEnd', '2026-09-16', 1],
    ['dateReceivedEnd', '2026-09-15', 0],
  ])('[REST-090] [REST-091] [RECALL-048] searches and counts by %s %s', async (name, value, amount) => {
    const query = new URLSearchParams({ medName: 'Tablets in', [name]: value, pageNumber: '1', pageSize: '50' }).toString()
    const found = await rest.get(`/nrac/read/many/search?${query}`)
    expect([found.status, found.json.length]).toEqual([200, amount])
    expect((await rest.get(`/nrac/read/many/searchcount?${query}`)).json).toEqual({ totalRows: amount })
  })

  test('[REST-090] [REST-091] [RECALL-048] returns pages of the requested length, and a count that covers all pages', async () => {
    await load(
      t,
      ['20260910', '20260912', '20260911'].map((report_date, at) => makeRecord({ product_description: `Leafed ${at}`, report_date })),
      { asOf: '2026-09-23' },
    )
    const read = async (call: string, pageNumber: number, pageSize: number) =>
      (await rest.get(`/nrac/read/many/${call}?medName=leafed&pageNumber=${pageNumber}&pageSize=${pageSize}`)).json
    const titles = async (pageNumber: number, pageSize: number) =>
      (await read('search', pageNumber, pageSize)).map(({ title }: { title: string }) => title)
    expect([await titles(1, 2), await titles(2, 2), await titles(3, 2), await titles(3, 1)]).toEqual([
      ['Leafed 1', 'Leafed 2'],
      ['Leafed 0'],
      [],
      ['Leafed 0'],
    ])
    expect([await read('searchcount', 1, 2), await read('searchcount', 2, 2)]).toEqual([{ totalRows: 3 }, { totalRows: 3 }])
  })

  test('lists recalls that name the searched lot, or a range with that lot, before recalls of all lots; a search for punctuation alone finds nothing', async () => {
    const of = (title: string, code_info: string) => makeRecord({ product_description: `Sought ${title}`, code_info })
    const records = [
      of('all', 'All lots within expiry'),
      of('range', 'Lots RX4411 through RX4488'),
      of('lot', 'Lot RX4450'),
      of('other', 'Lot RX9'),
    ]
    await load(t, records, { asOf: '2026-09-22' })
    const find = async (lotNumber: string) => {
      const query = new URLSearchParams({ medName: 'sought', lotNumber }).toString()
      const { json } = await rest.get(`/nrac/read/many/search?${query}`)
      const { totalRows } = (await rest.get(`/nrac/read/many/searchcount?${query}`)).json
      expect(totalRows).toBe(json.length)
      return json.map(({ title, namesLot }: { title: string; namesLot: boolean }) => `${title}${namesLot ? '' : ' (all lots)'}`)
    }
    const found = await find('rx-4450')
    expect([found.slice(0, 2).sort(), found.slice(2)]).toEqual([['Sought lot', 'Sought range'], ['Sought all (all lots)']])
    expect(await find('RX4412')).toEqual(['Sought range', 'Sought all (all lots)'])
    expect(await find('RX4489')).toEqual(['Sought all (all lots)'])
    for (const text of ['-', '...', '/ -']) expect(await find(text)).toEqual([])
  })

  test('[REST-089] [REST-087] [REST-095] [RECALL-042] counts the user’s affected meds correctly after dismissing and undoing', async () => {
    const count = async () => (await rest.get('/nrac/read/one/activerecalledmedcount/by/userid')).json.count
    // Packages that were not received don't count.
    expect(await count()).toBe(0)
    await rest.put('/update/receive/all/by/documentid', { documentId: (await entry()).document.id })
    expect(await count()).toBe(2)
    const { id: epcisEventId } = await entry()
    const dismissed = await rest.post('/nrac/create/one/dismissedrecall', { recallId, epcisEventId, notes: 'sent back' })
    expect(dismissed).toMatchObject({ status: 200, json: { isDismissed: true, notes: 'sent back' } })
    expect(await count()).toBe(0)
    const again = (notes: string) => rest.post('/nrac/create/one/dismissedrecall', { recallId, epcisEventId, notes })
    expect(await again('sent back')).toMatchObject({ status: 200, json: { id: dismissed.json.id } })
    expect(await again('thrown away')).toMatchObject({ status: 409, json: { payload: { dismissal: { notes: 'sent back' } } } })
    expect((await entry()).dismissedRecall).toMatchObject({ isDismissed: true })
    const toggled = await rest.put('/nrac/update/one/toggledismissedrecall', { dismissedRecallId: dismissed.json.id })
    expect(toggled).toMatchObject({ status: 200, json: { isDismissed: false } })
    expect(await count()).toBe(2)
  })

  test('[RECALL-028] [RECALL-022] accepts any text as a filter, and returns 50 recalls per page by default', async () => {
    await load(t, [makeRecord({ code_info: 'All lots', product_description: 'Every lot of it' })], { asOf: '2026-09-21' })
    const texts = ['%\'"\\', '?!', 'ü'.repeat(201), '7'.repeat(201), `A\0B`]
    const days = ['2026-02-30', '09/16/2026', 'yesterday', '0000-01-01', '2026-09-16T00:00:00Z']
    const fields = [
      ...['manufacturer', 'medName', 'ndc', 'lotNumber'].flatMap((field) => texts.map((text) => [field, text] as const)),
      ...['dateReceivedStart', 'dateReceivedEnd'].flatMap((field) => days.map((text) => [field, text] as const)),
    ]
    for (const [field, text] of fields) {
      const query = new URLSearchParams({ [field]: text }).toString()
      const found = await rest.get(`/nrac/read/many/search?${query}`)
      const counted = await rest.get(`/nrac/read/many/searchcount?${query}`)
      expect([field, text, found.status, found.json, counted.json]).toEqual([field, text, 200, [], { totalRows: 0 }])
    }
    for (const field of ['manufacturer', 'lotNumber', 'dateReceivedEnd'])
      expect((await rest.get(`/nrac/read/many/search?${field}=%20%20`)).json.length).toBeGreaterThan(0)
    await load(
      t,
      Array.from({ length: 52 }, (_, at) => makeRecord({ product_description: `Paged ${at}` })),
      { asOf: '2026-09-21' },
    )
    expect((await rest.get('/nrac/read/many/search?medName=paged')).json).toHaveLength(50)
    expect((await rest.get('/nrac/read/many/search?medName=paged&pageNumber=2')).json).toHaveLength(2)
    expect((await rest.get('/nrac/read/many/searchcount?medName=paged')).json).toEqual({ totalRows: 52 })
  })
})
