import { describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../src/core/unavailable.ts'
import type { Storage } from '../../src/outside/storage.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { days } from '../sample.ts'
import { readStoredPack } from './read-pack.ts'

/** This file tests events that end a pack while it is being built. */
// no test in this file prints, so nothing reads the browser's settings
const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } })
const c = useCustomer(t)

const find = async (id: number) => (await t.as(c.admin).inspection.readMany()).packs.find((pack) => pack.id === id)

async function withStore(changes: Partial<Storage>, work: () => Promise<void>): Promise<void> {
  const { storage } = t.deps
  t.deps.storage = { ...storage, ...changes }
  await work().finally(() => {
    t.deps.storage = storage
  })
}

test('a pack with the audit trail is not stored if its author lost access to the trail while the pack was being built', async () => {
  await addOrder(c)
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions', 'audit'] })
  const { storage } = t.deps
  const get: Storage['get'] = async (customerId, sha256) => {
    await t.query('update customer set admin_id = $2 where id = $1', [c.customerId, c.lead.userId])
    return storage.get(customerId, sha256)
  }
  await withStore({ get }, () => t.runJobs())
  const [pack] = await t.query('select state, sha256, failure from pack where id = $1', [id])
  expect(pack).toMatchObject({ state: 'failed', sha256: null, failure: expect.stringContaining('can no longer create packs') })
  await t.query('update customer set admin_id = $2 where id = $1', [c.customerId, c.admin.userId])
})

test('a pack is abandoned if the file storage keeps failing for 24 hours', async () => {
  await addOrder(c)
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions'] })
  const put = () => Promise.reject(new StorageUnavailableError(new Error('no store'), { isFull: false, isRefused: false }))
  const states: (string | undefined)[] = []
  await withStore({ put }, async () => {
    for (let hour = 0; hour <= 25; hour += 5) {
      await t.query(
        'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null',
      )
      await t.runJobs()
      states.push((await find(id))?.state)
      t.clock.advance(5 * 3_600_000)
    }
  })
  expect(states).toEqual([...Array(5).fill('building'), 'failed'])
  expect((await find(id))?.failure).toContain('unavailable for too long')
})

test('a pack with the audit trail is hidden from people who administer all locations but may not read the trail', async () => {
  const calls = t.as(c.lead).inspection
  await t.query(
    `insert into user_location (customer_id, user_id, location_id, is_admin) select customer_id, $2, id, true from location where customer_id = $1
     on conflict (customer_id, user_id, location_id) do update set is_admin = true`,
    [c.customerId, c.lead.userId],
  )
  const makePack = (narrow: object) =>
    t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions'], ...narrow })
  const [withTrail, without] = [await makePack({}), await makePack({ lotNumbers: ['L1'] })]
  await t.runJobs()
  expect((await calls.readMany()).packs.map(({ id }) => id).filter((id) => id === withTrail.id || id === without.id)).toEqual([without.id])
  await expect(calls.downloadOne({ packId: withTrail.id })).rejects.toMatchObject({ cause: { key: 'pack_not_found' } })
  await expect(calls.createOneLink({ packId: withTrail.id, days: 1 })).rejects.toMatchObject({ cause: { key: 'pack_not_found' } })
  expect(await find(withTrail.id)).toMatchObject({ state: 'ready' })
})

test('the bytes of a pack are kept after 30 days if another row refers to the same bytes', async () => {
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions'] })
  await t.runJobs()
  const [row] = await t.query<{ sha256: string; bytes: number }>('select sha256, bytes::int from pack where id = $1', [id])
  const { sha256, bytes } = row ?? { sha256: '', bytes: 0 }
  const order = await addOrder(c)
  await t.query('update epcis_document set sha256 = $2 where id = $1', [order.id, sha256])
  t.clock.advance(31 * 86_400_000)
  await t.query(`select graphile_worker.add_job('pack.remove')`)
  await t.runJobs()
  expect(await find(id)).toMatchObject({ isRemoved: true })
  expect(await t.deps.storage.size(c.customerId, sha256)).toBe(bytes)
})

describe('a link to a pack', () => {
  const make = async () => {
    const { id } = await t.as(c.lead).inspection.createOne({
      ...{ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions'], locationIds: [c.main.id] },
    })
    await t.runJobs()
    return id
  }
  const link = async (packId: number, days: number) =>
    (await t.as(c.lead).inspection.createOneLink({ packId, days })).path.slice('/inspect/'.length)
  const open = (token: string) => t.anonymous().inspectionLink.openOne({ token })
  const over = { cause: { key: 'link_over' } }

  test('expires after the chosen days, and never later than the file', async () => {
    const packId = await make()
    const [short, long] = [await link(packId, 1), await link(packId, 30)]
    t.clock.advance(23 * 3_600_000)
    expect(await open(short)).toMatchObject({ kind: 'pack' })
    t.clock.advance(3_600_000)
    await expect(open(short)).rejects.toMatchObject(over)
    expect(await open(long)).toMatchObject({ kind: 'pack' })
    t.clock.advance(29 * 86_400_000)
    await expect(open(long)).rejects.toMatchObject(over)
  })

  test('stops working, without counting uses, while its creator may not make packs for the location', async () => {
    const packId = await make()
    const token = await link(packId, 3)
    const setAdmin = (isAdmin: boolean) =>
      t.query('update user_location set is_admin = $3 where user_id = $1 and location_id = $2', [c.lead.userId, c.main.id, isAdmin])
    await setAdmin(false)
    await expect(open(token)).rejects.toMatchObject(over)
    expect((await (await t.app()).inject({ url: `/inspect/${token}/file` })).statusCode).toBe(404)
    await setAdmin(true)
    expect(await open(token)).toMatchObject({ kind: 'pack' })
    expect(await t.as(c.lead).inspection.readManyLinks({ packId })).toMatchObject([{ uses: 1 }])
  })
})

test('a pack of all locations includes a location that was created while the pack was waiting, and the pack’s row lists that location', async () => {
  await addOrder(c)
  const { id } = await t.as(c.admin).inspection.createOne({ preset: 'fda', ...days, askedBy: 'FDA', parts: ['transactions', 'audit'] })
  const { id: newId } = await t.as(c.admin).location.createOne({ addresses: [{ addressLineOne: 'Annex', type: 'shipping' }] })
  await t.runJobs()
  const pack = await readStoredPack(t, c.customerId, id)
  expect([...pack.keys()]).toContain('14-audit/trail.ndjson')
  const [row] = await t.query<{ places: number[] }>('select location_ids::int[] as places from pack where id = $1', [id])
  expect(row?.places).toContain(newId)
})
