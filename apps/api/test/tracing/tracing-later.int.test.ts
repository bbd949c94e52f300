import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { Storage } from '../../src/outside/storage.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { load, makeRecord, ownProducts, readRecallId } from '../recall/recalls.ts'

/** Tests in this file: tracing requests after they are recorded, with lists, reminders, the removal of files, and PDFs printed by a real browser. */
const t = useTestDb()
const c = useCustomer(t)

const calls = (user: TestUser = c.lead) => t.as(user).tracing
type NewRequest = Parameters<ReturnType<typeof calls>['createOne']>[0]
async function record(items: NewRequest['items'], more: Partial<NewRequest> = {}): Promise<number> {
  const { id } = await calls().createOne({
    asker: 'state',
    organization: 'NY Board of Pharmacy',
    basis: 'recall',
    channel: 'phone',
    receivedAt: t.clock.now().toISOString(),
    locationId: c.main.id,
    identityHow: 'Called back',
    items,
    ...more,
  })
  return id ?? 0
}
async function prepare(requestId: number): Promise<number> {
  const { answerId } = await calls().createOneAnswer({ requestId, numbers: [] })
  await t.runJobs()
  return answerId
}
const runScheduled = async (name: string) => {
  await t.query('select graphile_worker.add_job($1)', [name])
  await t.runJobs()
}
const DAY = 86_400_000
/** The text of a statement that the database driver is about to send. */
const textOf = (query: unknown) => (typeof query === 'string' ? query : String((query as { text?: unknown } | undefined)?.text)) // the pg client accepts a string or an object with `text`

describe('the list of open requests', () => {
  test('is paged without loss, even if times differ by microseconds only', async () => {
    const ids: number[] = []
    for (const serialNumber of ['A', 'B', 'C', 'D']) ids.push(await record([{ serialNumber }]))
    for (const [at, id] of ids.entries())
      await t.query(`update tracing_request set target_at = target_at + interval '1 microsecond' * $2 where id = $1`, [id, at])
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await calls().readMany({ limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor && seen.length < 10)
    expect(seen).toEqual(ids)
    await expect(calls().readMany({ cursor: 'invented' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('counts items that were added later', async () => {
    const order = await addOrder(c)
    const requestId = await record([{ serialNumber: 'NEVER-SEEN' }])
    await calls().createManyItems({ requestId, items: [{ serialNumber: order.serials[0] ?? '' }] })
    await t.runJobs()
    expect((await calls().readMany({})).items[0]).toMatchObject({ items: 2, counts: { partly: 1, notFound: 1 } })
  })
})

describe('an answer to a tracing request', () => {
  test('does not cover items that were added after it was prepared', async () => {
    const order = await addOrder(c)
    const requestId = await record([{ serialNumber: order.serials[0] ?? '' }])
    const answerId = await prepare(requestId)
    await calls().createManyItems({ requestId, items: [{ serialNumber: 'LATER' }] })
    await calls().updateOneHandedOver({ requestId, answerId })
    expect(await calls().readOne({ requestId })).toMatchObject({ standing: 'partly', coveredAt: null })
    await calls().updateOneHandedOver({ requestId, answerId: await prepare(requestId) })
    expect(await calls().readOne({ requestId })).toMatchObject({ standing: 'answered', coveredAt: expect.any(String) })
  })

  test('can be read and sent only by people who see all locations that the answer covers', async () => {
    const order = await addOrder(c, { meds: 1, receiver: c.branch.party })
    await t.as(c.admin).tracing.readOneFigures()
    const { id } = await calls(c.admin).createOne({
      ...{ asker: 'state', organization: 'Board', basis: 'recall', channel: 'phone', identityHow: 'Called back', locationId: null },
      receivedAt: t.clock.now().toISOString(),
      items: [{ serialNumber: order.serials[0] ?? '' }],
    })
    const requestId = id ?? 0
    const { answerId } = await calls(c.admin).createOneAnswer({ requestId, numbers: [] })
    await t.runJobs()
    await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
    const seen = await calls(c.lead).readOne({ requestId })
    expect(seen.answers).toMatchObject([{ isHidden: true, counts: { found: 0, partly: 0 }, gaps: [], files: [] }])
    await expect(calls(c.lead).downloadOne({ requestId, answerId })).rejects.toThrow('This answer does not exist')
    await expect(calls(c.lead).createOneLink({ requestId, answerId, days: 1 })).rejects.toThrow('This answer does not exist')
    expect((await calls(c.admin).readOne({ requestId })).answers).toMatchObject([{ isHidden: false, counts: { partly: 1 } }])
  })

  test('is no longer available through a link that was ended', async () => {
    const requestId = await record([{ serialNumber: 'A' }])
    const answerId = await prepare(requestId)
    const { path } = await calls().createOneLink({ requestId, answerId, days: 7 })
    const [sending] = (await calls().readOne({ requestId })).answers.flatMap(({ sendings }) => sendings)
    const open = async () => (await t.app()).inject({ method: 'GET', url: `${path}/file` })
    expect((await open()).statusCode).toBe(200)
    await calls().updateOneLinkEnd({ requestId, sendingId: sending?.id ?? 0 })
    expect((await open()).statusCode).toBe(404)
  })

  test('describes a single state of the records, even if a corrected file replaces the order while the answer is being prepared', async () => {
    const [order, corrected] = [await addOrder(c), await addOrder(c)]
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const requestId = await record([{ serialNumber: order.serials[0] ?? '' }])
    const { storage } = t.deps
    const get: Storage['get'] = async (customerId, sha256) => {
      await t.query('update "order" set voided_at = now(), replaced_by_id = $2 where id = $1', [order.id, corrected.id])
      return storage.get(customerId, sha256)
    }
    t.deps.storage = { ...storage, get }
    const answerId = await prepare(requestId).finally(() => {
      t.deps.storage = storage
    })
    const [row] = await t.query('select state, counts, gaps from tracing_answer where id = $1', [answerId])
    expect(row).toMatchObject({ state: 'ready', counts: { found: 1 } })
    const again = await prepare(requestId)
    const [later] = await t.query('select state, counts from tracing_answer where id = $1', [again])
    expect(later).toMatchObject({ state: 'ready', counts: { found: 0, partly: 1 } })
  })

  test('describes a single state of the records, even if an order is replaced between two parts of its search', async () => {
    const products = ownProducts().slice(0, 1)
    const order = await addOrder(c, { products, meds: 1 })
    const corrected = await addOrder(c, { products, meds: 1 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const [first = ''] = order.serials
    const requestId = await record(
      [first, ...Array.from({ length: 1000 }, (_, at) => `NONE${at}`), first].map((serialNumber) => ({ serialNumber })),
    )
    await t.runJobs()
    const { query } = pg.Client.prototype
    let parts = 0
    // pg overloads `query`; the test only passes its arguments on.
    const sent = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args: never[]) {
      const isPart = /with\s+asked as materialized/.test(textOf(args[0])) && textOf(args[0]).includes('isOrderVoided')
      parts += isPart ? 1 : 0
      if (isPart && parts === 2) {
        sent.mockRestore()
        await t.query('update "order" set voided_at = now(), replaced_by_id = $2 where id = $1', [order.id, corrected.id])
      }
      return Reflect.apply(query, this, args)
    } as never)
    const answerId = await prepare(requestId)
    const [row] = await t.query('select state, counts from tracing_answer where id = $1', [answerId])
    expect(parts).toBe(2)
    expect(row).toMatchObject({ state: 'ready', counts: { found: 2, partly: 0, notFound: 1000 } })
  })

  test('is not stored if its author loses the permission to answer while it is being prepared', async () => {
    const order = await addOrder(c)
    const requestId = await record([{ serialNumber: order.serials[0] ?? '' }])
    const { storage } = t.deps
    const get: Storage['get'] = async (customerId, sha256) => {
      await t.query('update user_location set is_admin = false where customer_id = $1 and user_id = $2', [c.customerId, c.lead.userId])
      return storage.get(customerId, sha256)
    }
    t.deps.storage = { ...storage, get }
    const answerId = await prepare(requestId).finally(() => {
      t.deps.storage = storage
    })
    const [row] = await t.query('select state, sha256, failure from tracing_answer where id = $1', [answerId])
    expect(row).toMatchObject({ state: 'failed', sha256: null, failure: expect.stringContaining('can no longer answer') })
  })

  test('loses its file after 30 days but keeps its fingerprint', async () => {
    const requestId = await record([{ serialNumber: 'A' }])
    await prepare(requestId)
    await runScheduled('tracing.remove')
    expect((await calls().readOne({ requestId })).answers[0]).toMatchObject({ isRemoved: false })
    t.clock.advance(31 * DAY)
    await runScheduled('tracing.remove')
    const [answer] = (await calls().readOne({ requestId })).answers
    expect(answer).toMatchObject({ isRemoved: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await expect(t.deps.storage.get(c.customerId, answer?.sha256 ?? '')).rejects.toThrow()
    await expect(calls().createOneLink({ requestId, answerId: answer?.id ?? 0, days: 1 })).rejects.toThrow('removed after 30 days')
  })

  test('is printed with the questions and the results; after a drill, a sheet with the drill’s results is printed too', async () => {
    const order = await addOrder(c, { meds: 2 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const { id } = await calls().createOneDrill({ packages: 2, locationId: c.main.id })
    const requestId = id ?? 0
    const preview = await calls().readOnePreview({ requestId, numbers: [] })
    const paper = (await readPages(Buffer.from(preview.base64, 'base64'))).join(' ')
    for (const words of ['This is a drill.', order.serials[0] ?? '', '2 found']) expect(paper).toContain(words)
    await calls().updateOneEnd({ requestId, note: 'Find the folder faster' })
    const sheet = await calls().readOneDrillPdf({ requestId })
    const text = (await readPages(Buffer.from(sheet.base64, 'base64'))).join(' ')
    for (const words of ['Tracing drill 1', '2 found', 'Find the folder faster']) expect(text).toContain(words)
  })
})

describe('a reminder about tracing', () => {
  test('is sent once to a partner that has not answered for two business days, and lists the items', async () => {
    const partner = await t
      .as(c.admin)
      .tradingPartner.createOne({ name: 'Quarry Hill Supply', type: 'upstream', customerLocationId: c.main.id } as never) // the test needs only these fields
    await calls().createOneAsk({
      tradingPartnerId: (partner as { id: number }).id, // the call returns the partner with its id
      to: 'ines@quarry.tst',
      basis: 'suspect',
      locationId: c.main.id,
      dueOn: '2026-12-31',
      text: 'Who had this before you?',
      items: [{ serialNumber: 'A1' }],
    })
    await t.runJobs()
    await runScheduled('tracing.remind')
    expect(await t.mailbox.list('ines@quarry.tst')).toHaveLength(1)
    t.clock.advance(6 * DAY)
    await runScheduled('tracing.remind')
    await runScheduled('tracing.remind')
    const mails = await t.mailbox.list('ines@quarry.tst')
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Reminder: Tracing request 1: 1 package', 'Tracing request 1: 1 package'])
    const reminder = mails.find(({ subject }) => subject.startsWith('Reminder'))
    expect(reminder?.text).toContain('Who had this before you?')
    expect((await t.mailbox.get(reminder?.id ?? ''))?.attachments.map(({ filename }) => filename)).toEqual([
      'request-1.json',
      'request-1.csv',
    ])
  })

  test('for the yearly drill is sent to the customer admin once, unless the drill was already held', async () => {
    const order = await addOrder(c)
    const reminders = async () =>
      (await t.mailbox.list(c.admin.emailAddress)).filter(({ subject }) => subject === 'Practice a tracing request').length
    await runScheduled('tracing.drillDue')
    expect(await reminders()).toBe(0)
    t.clock.advance(370 * DAY)
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    await runScheduled('tracing.drillDue')
    await runScheduled('tracing.drillDue')
    expect(await reminders()).toBe(1)
    t.clock.advance(370 * DAY)
    await addOrder(c).then(({ id }) => t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: id }))
    const { id } = await calls().createOneDrill({ packages: 1, locationId: c.main.id })
    await calls().updateOneEnd({ requestId: id ?? 0 })
    await runScheduled('tracing.drillDue')
    expect(await reminders()).toBe(1)
    t.clock.advance(370 * DAY)
    await addOrder(c).then(({ id: later }) => t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: later }))
    await calls().createOneDrill({ packages: 1, locationId: c.main.id })
    await runScheduled('tracing.drillDue')
    expect(await reminders()).toBe(2)
  })
})

describe('one click', () => {
  test('starts a tracing request with the lots of a recall', async () => {
    const products = ownProducts()
    await addOrder(c, { products, meds: 4 })
    const recalled = makeRecord({ product_description: `Metformin HCl Tablets, 500 mg, NDC ${products[0]?.ndc}` })
    await load(t, [recalled])
    const id = await readRecallId(t, recalled)
    expect(await calls(c.admin).readOneStart({ kind: 'recall', id })).toMatchObject({ basis: 'recall', items: [{ lotNumber: 'MF26A' }] })
  })

  test('starts a tracing request with every serial number of an incident', async () => {
    const order = await addOrder(c)
    const { id } = await makeSteps(() => ({ t, customer: c, order })).send({ serialNumber: 'S1\nS2' })
    expect(await calls().readOneStart({ kind: 'incident', id })).toMatchObject({
      basis: 'illegitimate',
      items: [{ serialNumber: 'S1' }, { serialNumber: 'S2' }],
      locationId: c.main.id,
    })
  })
})

describe('the sheet of a drill', () => {
  test('keeps the result that the drill had when it ended; the drill cannot be searched or opened again', async () => {
    const order = await addOrder(c, { meds: 2 })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const { id } = await calls().createOneDrill({ packages: 2, locationId: c.main.id })
    const requestId = id ?? 0
    await t.runJobs()
    await calls().updateOneEnd({ requestId, note: 'All there' })
    const sheet = async () => (await readPages(Buffer.from((await calls().readOneDrillPdf({ requestId })).base64, 'base64'))).join(' ')
    expect(await sheet()).toContain('2 found')
    await t.query('update "order" set voided_at = now() where id = $1', [order.id])
    expect((await calls().readOneFound({ requestId })).counts).toMatchObject({ found: 0, partly: 2 })
    const later = await sheet()
    for (const words of ['2 found', 'Nothing was missing', `location of ${c.name}`]) expect(later).toContain(words)
    await expect(calls().updateOneSearch({ requestId })).rejects.toThrow('This request is closed')
    await expect(calls().updateOneReopen({ requestId })).rejects.toThrow('A drill that has ended cannot be changed')
  })
})
