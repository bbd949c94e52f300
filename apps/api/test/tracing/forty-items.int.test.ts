import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { beforeEach, describe, expect, test } from 'vitest'
import { readLogFingerprint } from '../../src/domains/audit/audit-log.service.ts'
import { replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { tracingAddress } from '../../src/domains/tracing/inbox/tracing-address.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readPackTexts } from '../inspection/read-pack.ts'
import { addOrder, mark } from '../make.ts'

/** This file tests one request of forty mixed items, in each way in which a request can arrive. */
// only the path matters: it leads to no browser, so documents are stored as HTML, which a test can read
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)
const calls = () => t.as(c.admin).tracing

interface Item {
  serialNumber?: string
  lotNumber?: string
  ndc?: string
  expirationDate?: string
  from?: string
  to?: string
}
let items: Item[] = []

beforeEach(async () => {
  const order = await addOrder(c, { meds: 20 })
  await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const typedIn = ['H1', 'H2', 'H3', 'H4'].map((name) => `${name}${mark()}`)
  for (const serialNumber of typedIn) await t.as(c.staff).med.createOne({ serialNumber, locationId: c.main.id })
  const product = SAMPLE_PRODUCTS[0]
  items = [
    ...order.serials.slice(0, 20).map((serialNumber) => ({ serialNumber })),
    ...typedIn.map((serialNumber) => ({ serialNumber })),
    ...Array.from({ length: 10 }, (_, n) => ({ serialNumber: `NEVER-SEEN-${n}` })),
    { lotNumber: product?.lot ?? '' },
    { lotNumber: 'NO-SUCH-LOT' },
    { ndc: product?.ndc ?? '' },
    { ndc: product?.ndc ?? '', from: '2019-01-01', to: '2019-12-31' },
    { ndc: '55555-0555-05' },
    { serialNumber: 'TOO-OLD', expirationDate: '2012-01-31' },
  ]
})

/** Returns the request as JSON, in the format of a file that its requester would send. */
const asJson = () =>
  JSON.stringify({
    format: 'seriatim.trace.v1',
    request: { organization: 'NY Board of Pharmacy', asker: 'state', items: items.map(toFileItem) },
  })
const toFileItem = ({ serialNumber, ...item }: Item) => ({ ...item, ...(serialNumber ? { serialNumbers: [serialNumber] } : {}) })
const asTable = () =>
  [
    'Serial number,Lot,NDC,Expiration date,From,To',
    ...items.map((item) => [item.serialNumber, item.lotNumber, item.ndc, item.expirationDate, item.from, item.to].join(',')),
  ].join('\n')

const record = async (asked: Parameters<ReturnType<typeof calls>['createOne']>[0]['items']) => {
  const { id } = await calls().createOne({
    ...{ asker: 'state', organization: mark(), basis: 'recall', channel: 'phone', identityHow: 'Called back', locationId: null },
    receivedAt: t.clock.now().toISOString(),
    items: asked,
  })
  return id ?? 0
}

async function mailIn(filename: string, content: string): Promise<number> {
  await tracingIntake.receive(t.deps, {
    to: [tracingAddress(t.deps.secrets, t.config.replyAddress ?? '', { customerId: c.customerId, requestId: null })],
    from: 'Grace <grace@board.tst>',
    subject: 'Request',
    messageId: `<${mark()}@board.tst>`,
    headers: new Map(),
    writing: replyText('Please see the file.'),
    attachments: [{ filename, content: Buffer.from(content) }],
  })
  const [row] = await t.query<{ id: number }>('select max(id)::int as id from tracing_request where customer_id = $1', [c.customerId])
  return row?.id ?? 0
}

/** For each of the request's items: its number, its result, and the number of its packages. */
const resultsOf = async (requestId: number) =>
  (await calls().readOneFound({ requestId })).lines.map(({ number, result, amount }) => `${number} ${result} ${amount}`)

describe('a request of forty mixed items', () => {
  test('has the same results, whether it is typed in, uploaded as JSON or CSV, or emailed', async () => {
    const typed = await record(items)
    const found = await resultsOf(typed)
    expect((await calls().readOneFound({ requestId: typed })).counts).toEqual({
      found: 22,
      partly: 4,
      notFound: 12,
      outside: 2,
      elsewhere: 0,
    })
    const fromJson = await calls().readOneFile({ filename: 'ask.json', text: asJson() })
    const fromTable = await calls().readOneFile({ filename: 'ask.csv', text: asTable() })
    expect([fromJson.refused, fromTable.refused]).toEqual([0, 0])
    for (const { items: read } of [fromJson, fromTable]) expect(await resultsOf(await record(read))).toEqual(found)
    expect(await resultsOf(await mailIn('ask.json', asJson()))).toEqual(found)
    expect(await resultsOf(await mailIn('ask.csv', asTable()))).toEqual(found)
  })

  test('lists the unreadable lines of an emailed file in its history, and uses the deadline stated in the file', async () => {
    const file = `${asTable()}\n,,not an NDC,,,`
    const requestId = await mailIn('ask.csv', file)
    const request = await calls().readOne({ requestId })
    expect(request.items).toBe(40)
    expect(request.entries.at(-1)?.text).toContain('1 line of ask.csv could not be read. Line 42: ')
    const { request: head } = JSON.parse(asJson()) as { request: object } // asJson() above wrote it
    const dated = await mailIn('ask.json', JSON.stringify({ format: 'seriatim.trace.v1', request: { ...head, statedDue: '2026-12-24' } }))
    expect((await calls().readOne({ requestId: dated })).statedDueAt).toMatch(/^2026-12-2[45]T/)
  })

  test('is answered with a file that a computer without the product can verify and read', async () => {
    const requestId = await record(items)
    const { answerId } = await calls().createOneAnswer({ requestId, numbers: [] })
    await t.runJobs()
    const [row] = await t.query<{ sha256: string }>('select sha256 from tracing_answer where id = $1', [answerId])
    const bytes: Uint8Array[] = []
    for await (const part of await t.deps.storage.get(c.customerId, row?.sha256 ?? '')) bytes.push(part as Uint8Array) // Node's types declare stream chunks as any
    const pack = Buffer.concat(bytes)
    const elsewhere = join(t.config.dataDir, 'another-computer')
    await mkdir(elsewhere, { recursive: true })
    await cp(join(import.meta.dirname, '../../../../packages/verify/src'), join(elsewhere, 'verify'), { recursive: true })
    await writeFile(join(elsewhere, 'answer.zip'), pack)
    const verify = promisify(execFile)(process.execPath, ['verify/cli.js', 'answer.zip', '--key', readLogFingerprint(t.deps.secrets)], {
      cwd: elsewhere,
      env: { PATH: '/usr/bin:/bin' },
    })
    expect((await verify).stdout).toContain('PROVEN: nothing in this pack was changed.')
    const texts = await readPackTexts(t, `forty-${answerId}`, pack)
    const { answer } = JSON.parse(texts.get('answer.json') ?? '{}') as { answer: { counts: object; items: unknown[] } } // the answer contains these fields in its JSON file
    expect(answer.items).toHaveLength(40)
    expect(answer.counts).toMatchObject({ found: 22, partly: 4, notFound: 12 })
    expect([...texts.keys()].some((name) => name.endsWith('.xml'))).toBe(true)
  })
})
