import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, newParty } from '../make.ts'
import { makeRestClient } from './client.ts'

const t = useTestDb()
let app: FastifyInstance
beforeAll(async () => {
  app = await t.app()
})

test('[REST-001] every documented call that is implemented is under /api/v1, and nowhere else', async () => {
  const folder = join(import.meta.dirname, '../../../../docs')
  const cells = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t'))
  const done = new Set(cells('done.tsv').map(([area]) => area))
  const builders = cells('rest.tsv').filter(([, , area]) => done.has(area))
  const documented = cells('requirements.tsv').flatMap(([id = '', , , text = '']) => {
    const call = text.match(/^(GET|POST|PUT|DELETE) \/api\/v1(\/\S+)/)
    const isBuilt = builders.some(([first = '', last = '']) => id >= first && id <= last)
    return call && isBuilt ? [{ method: call[1] as 'GET', path: call[2] ?? '' }] : [] // the expression above matches four methods only
  })
  expect(documented.length).toBeGreaterThan(25)
  const headers = { authorization: `Bearer ${await t.signIn((await newCustomer(t)).staff)}` }
  for (const { method, path } of documented) {
    const under = await app.inject({ method, url: `/api/v1${path}` })
    expect([path, under.body.includes('There is no such endpoint')]).toEqual([path, false])
    const plain = await app.inject({ method, url: path, headers })
    expect([path, String(plain.headers['content-type']).includes('json') && plain.statusCode < 404]).toEqual([path, false])
  }
  expect((await app.inject({ method: 'GET', url: '/api/v1/order/read/nothing' })).body).toContain('There is no such endpoint')
})

test('[REST-026] orders are searched by sender, purchase order, days and customer, and the filters are combined', async () => {
  const own = await newCustomer(t)
  const program = makeRestClient(app, await t.signIn(own.staff))
  const now = t.clock.now().toISOString()
  const orderAt = async (at: string, name: string, purchaseOrder: string) => {
    t.clock.set(at)
    return (await addOrder(own, { meds: 1, sender: newParty(name), purchaseOrder })).id
  }
  const north = await orderAt('2026-03-02T12:00:00Z', 'North & Sons', 'PO-1')
  const late = await orderAt('2026-03-05T12:00:00Z', 'North & Sons', 'PO-2')
  const south = await orderAt('2026-03-05T12:00:00Z', 'South', 'PO-1')
  t.clock.set(now)
  const found = async (query: string) =>
    (await program.get(`/order/read/many/search?user_timezone=UTC${query}`)).json
      .map((row: { documentId: number }) => row.documentId)
      .sort()
  expect(await found('')).toEqual([north, late, south])
  expect(await found('&senderName=north')).toEqual([north, late])
  expect(await found('&purchaseOrderNumber=PO-1')).toEqual([north, south])
  expect(await found('&docDateStart=2026-03-03')).toEqual([late, south])
  expect(await found('&docDateEnd=2026-03-04')).toEqual([north])
  expect(await found('&docDateStart=2026-03-02&docDateEnd=2026-03-02')).toEqual([north])
  expect(
    await found(`&senderName=north&purchaseOrderNumber=PO-2&docDateStart=2026-03-05&docDateEnd=2026-03-05&customerId=${own.customerId}`),
  ).toEqual([late])
  // The search is always limited to the caller's customer, whatever the query says (decision 3).
  expect(await found('&customerId=4711')).toEqual([north, late, south])
  expect((await program.get('/order/read/many/search?purchaseOrderNumber=PO-2')).json).toMatchObject([
    {
      documentId: late,
      senderNames: ['North & Sons'],
      purchaseOrderNumbers: ['PO-2'],
      timeStamp: '2026-03-05T12:00:00.000Z',
      amountOfMeds: 1,
      amountNotReceived: 1,
    },
  ])
})
