import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { runList } from '../../src/domains/verification/list/run.service.ts'
import { tidyListsJob } from '../../src/domains/verification/verification.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { GTIN, useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const simulator = useVerificationSimulator(t)

beforeEach(() => useSimulatorOf(t, customer.admin))

const calls = (by = customer.staff) => t.as(by).verification
const item = (serialNumber: string) => ({ gtin: GTIN, serialNumber, lotNumber: 'L1', expirationDate: '2028-04-30' })
const create = async (serials: readonly string[]) =>
  (await calls().createOneList({ name: 'Returns of July', locationId: customer.main.id, purpose: 'return', items: serials.map(item) })).id
const read = (listId: number) => calls().readOneList({ listId })
const serialsAsked = () => simulator.current().calls.map(({ url }) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''))

describe('a verification list', () => {
  test('of 500 packages asks about each package once', async () => {
    const before = simulator.current().calls.length
    const id = await create([...Array.from({ length: 498 }, (_, at) => `B${at}`), 'B0', 'B-NMS'])
    await t.runJobs()
    expect(await read(id)).toMatchObject({
      state: 'done',
      amount: 499,
      counts: { verified: 498, notVerified: 1, unavailable: 0, waiting: 0 },
    })
    expect(simulator.current().calls.length - before).toBe(499)
  })

  test('that names a package twice asks about it once, with the data of all its lines, and is refused if the lines contradict each other', async () => {
    const list = { name: 'Returns', locationId: customer.main.id, purpose: 'return' as const }
    const twice = [{ ...item('P1'), lotNumber: 'GOOD', expirationDate: '2028-04' }, item('P2'), { ...item('P1'), lotNumber: null }]
    const { id } = await calls().createOneList({ ...list, items: twice })
    await t.runJobs()
    const { items } = await calls().readMany({ listId: id, text: 'P1' })
    expect(items).toMatchObject([{ lotNumber: 'GOOD', expirationDate: '2028-04-30', answer: 'verified' }])
    const contradiction = [...twice.slice(0, 2), { ...item('P1'), lotNumber: 'BAD' }]
    await expect(calls().createOneList({ ...list, items: contradiction })).rejects.toMatchObject({
      message:
        'Entries 1 and 3 of the list name the same package (serial number P1) with different lots or expiration dates. No manufacturer was contacted.',
    })
  })

  test('counts the answers of each kind, and continues after a line about which no question can be asked', async () => {
    const serials = ['C1', 'C2-RECALLED', 'C3-NMS', 'C4-504', 'C5-WRONGUUID', '..']
    const id = await create(serials)
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 1, remark: 1, notVerified: 1, unavailable: 3, waiting: 0 } })
    const { items } = await calls().readMany({ listId: id, result: 'unavailable' })
    expect(items.map(({ serialNumber }) => serialNumber).sort()).toEqual(['..', 'C4-504', 'C5-WRONGUUID'])
  })

  test('stops when the credential expires halfway, and later continues with the rest', async () => {
    simulator.current().switches.callsUntilExpired = 10
    const serials = Array.from({ length: 30 }, (_, at) => `D${at}`)
    const id = await create(serials)
    await t.runJobs()
    const stopped = await read(id)
    expect(stopped).toMatchObject({
      state: 'stopped',
      stopReason: expect.stringMatching(/refused the credential/),
      counts: { verified: 10 },
    })
    expect(stopped.counts.waiting + stopped.counts.unavailable).toBe(20)
    expect(stopped.counts.waiting).toBeGreaterThan(0)
    simulator.current().switches.callsUntilExpired = null
    await calls().updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 30, unavailable: 0, waiting: 0 } })
  })

  test('keeps its answers if the service goes down halfway', async () => {
    const id = await create(Array.from({ length: 40 }, (_, at) => `J${at}`))
    const { switches } = simulator.current()
    switches.callsUntilExpired = 20
    await t.runJobs()
    Object.assign(switches, { callsUntilExpired: null, isDown: true })
    await calls().updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 20, unavailable: 20, waiting: 0 } })
    switches.isDown = false
    await calls().updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 40, unavailable: 0 } })
  })

  test('continues if only one manufacturer refuses the requester', async () => {
    const id = await create(['H1', 'H2-403', 'H3', 'H4', 'H5'])
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 4, unavailable: 1 } })
  })

  test('that ran while the service was down asks the same questions again on request, and keeps the failed attempts as evidence', async () => {
    simulator.current().switches.isDown = true
    const id = await create(['E1', 'E2'])
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { unavailable: 2 } })
    simulator.current().switches.isDown = false
    await calls().updateOneListRetry({ listId: id })
    await expect(calls().updateOneListRetry({ listId: id })).rejects.toMatchObject({
      message: expect.stringMatching(/still being processed/),
    })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 2, unavailable: 0 } })
    await expect(calls().updateOneListRetry({ listId: id })).rejects.toMatchObject({ message: expect.stringMatching(/has been answered/) })
    const kept = await t.query('select status from verification where list_id = $1 and not is_current', [id])
    expect(kept).toEqual([{ status: 503 }, { status: 503 }])
  })

  test('continues with its unanswered questions after its process was killed', async () => {
    const id = await create(Array.from({ length: 12 }, (_, at) => `F${at}`))
    const aborted = new AbortController()
    simulator.current().switches.delayMs = 20
    const { customerId } = customer
    const job = {
      ...t.deps,
      customerId,
      userId: null,
      attempt: 1,
      isLastAttempt: false,
      signal: aborted.signal,
      inTx: (access, work) =>
        withCustomer(t.deps.db, { customerId, userId: null, scope: 'all', locationIds: [] }, access, async (tx) => {
          const result = await work(tx)
          if (serialsAsked().includes('F3')) aborted.abort()
          return result
        }),
    } as JobContext // the context of a running job
    await expect(runList(job, id)).rejects.toThrow()
    const half = await read(id)
    expect(half.state).toBe('running')
    expect(half.counts.verified).toBeGreaterThan(0)
    expect(half.counts.waiting).toBeGreaterThan(0)
    simulator.current().switches.delayMs = 0
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 12, waiting: 0 } })
  })

  test('whose job was lost is continued within the hour', async () => {
    const id = await create(['I1'])
    await t.query(
      "select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'verification.list'",
    )
    await t.runJobs()
    expect((await read(id)).state).toBe('running')
    await tidyListsJob.run({}, t.deps as JobContext) // the job uses only the connections in `t.deps`
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 1 } })
  })

  test('stops with a reason if the organization switches to asking manufacturers by hand', async () => {
    const id = await create(['G1'])
    await useSimulatorOf(t, customer.admin, { driver: 'manual' })
    await t.runJobs()
    expect(await read(id)).toMatchObject({
      state: 'stopped',
      stopReason: expect.stringMatching(/contacts manufacturers directly/),
      counts: { waiting: 1 },
    })
    await expect(create(['G2'])).rejects.toMatchObject({ message: expect.stringMatching(/contacts manufacturers directly/) })
  })
})

describe('the text of a verification list', () => {
  const text = (value: string) => calls().readOneListText({ text: value })

  test('may be a table with its columns in any order', async () => {
    expect(await text(`Serial number;Exp. date;Lot;GTIN\nA1;04/30/2028;L1;${GTIN}\nA2;;;12\n\n0;2028-04;L2;312345678906`)).toEqual({
      items: [
        { gtin: GTIN, serialNumber: 'A1', lotNumber: 'L1', expirationDate: '2028-04-30' },
        { gtin: GTIN, serialNumber: '0', lotNumber: 'L2', expirationDate: '2028-04' },
      ],
      refused: 1,
      named: [{ line: 3, why: '"12" is not a GTIN.' }],
    })
  })

  test('may be a table copied from a spreadsheet, with tabs and empty cells', async () => {
    const read = await text(
      `GTIN\tSerial number\tLot; batch\tLot\tExpiry\r\n${GTIN}\tS1\t\tL1\t2028-04-30\r\n${GTIN}\tS2\t\t\t\n\t\t\t\t\n${GTIN}\tS,3;\t\tL 3\t`,
    )
    expect(read).toEqual({
      items: [
        { gtin: GTIN, serialNumber: 'S1', lotNumber: 'L1', expirationDate: '2028-04-30' },
        { gtin: GTIN, serialNumber: 'S2', lotNumber: null, expirationDate: null },
        { gtin: GTIN, serialNumber: 'S,3;', lotNumber: 'L 3', expirationDate: null },
      ],
      refused: 0,
      named: [],
    })
  })

  test('is refused if two lines name one package with different lots or expiration dates', async () => {
    const lines = [`${GTIN},S1,L1,2028-04-30`, `${GTIN},S2,L1,2028-04-30`, `312345678906,S1,L2,`, `${GTIN},S2,,2028-04`]
    expect(await text(['GTIN,Serial,Lot,Expiry', ...lines].join('\n'))).toMatchObject({
      items: [{ serialNumber: 'S1' }, { serialNumber: 'S2' }, { serialNumber: 'S2' }],
      refused: 1,
      named: [{ line: 4, why: 'Line 2 names the same package with a different lot or expiry.' }],
    })
  })

  test('may have one barcode per line', async () => {
    expect(await text(`(01)${GTIN}(21)S1(17)280430(10)L1\nno barcode`)).toMatchObject({
      items: [{ gtin: GTIN, serialNumber: 'S1', lotNumber: 'L1', expirationDate: '2028-04-30' }],
      refused: 1,
    })
  })

  test('is refused if no line is readable, or if it has more than 500 packages', async () => {
    await expect(text('hello')).rejects.toMatchObject({ message: expect.stringMatching(/Line 1/) })
    await expect(text('')).rejects.toMatchObject({ message: expect.stringMatching(/No package was found/) })
    const lines = Array.from({ length: 501 }, (_, at) => `${GTIN},S${at}`)
    await expect(text(['GTIN,Serial', ...lines].join('\n'))).rejects.toMatchObject({ message: expect.stringMatching(/at most 500/) })
  })
})

describe('a manufacturer that does not permit the requester to ask', () => {
  const OTHER = '00312345678913'

  test('does not stop a list that has packages of other manufacturers', async () => {
    const of = (gtin: string, serials: readonly string[]) => serials.map((serialNumber) => ({ ...item(serialNumber), gtin }))
    const refused = Array.from({ length: 14 }, (_, at) => `K${at}-403`)
    const items = [...of(GTIN, refused), ...of(OTHER, ['L1', 'L2'])]
    const { id } = await calls().createOneList({ name: 'Returns', locationId: customer.main.id, purpose: 'return', items })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { verified: 2, unavailable: 14, waiting: 0 } })
  })

  test('stops a verification list once it has refused packages of two products, or of the only product on the list', async () => {
    const twoProducts = Array.from({ length: 8 }, (_, at) => ({ ...item(`N${at}-403`), gtin: at < 4 ? GTIN : OTHER }))
    const list = { name: 'Returns', locationId: customer.main.id, purpose: 'return' as const }
    const { id } = await calls().createOneList({ ...list, items: [...twoProducts, item('N8')] })
    await t.runJobs()
    expect(await read(id)).toMatchObject({ state: 'stopped', counts: { unavailable: 8, waiting: 1 } })
    const alone = await create(Array.from({ length: 6 }, (_, at) => `O${at}-403`))
    await t.runJobs()
    expect(await read(alone)).toMatchObject({ state: 'stopped', counts: { unavailable: 4, waiting: 2 } })
  })
})
