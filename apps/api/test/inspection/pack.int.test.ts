import { createHash } from 'node:crypto'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../src/core/unavailable.ts'
import { withSystem } from '../../src/db/system-tx.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import type { Storage } from '../../src/outside/storage.ts'
import { correctionKit } from '../exception/correction-kit.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder, documentFor, newCustomer, newParty } from '../make.ts'
import { days } from '../sample.ts'
import { readStoredPack, rowsOf } from './read-pack.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // Without a browser that prints PDFs, every page is stored as HTML, which a test can read.
const c = useCustomer(t)

const calls = (user: TestUser = c.admin) => t.as(user).inspection
const asked = {
  preset: 'fda' as const,
  ...days,
  askedBy: 'Grace Holloway',
  parts: ['partners', 'receipts', 'transactions', 'exceptions', 'retention'] as const,
}
const make = (changes: Partial<Parameters<ReturnType<typeof calls>['createOne']>[0]> = {}, user?: TestUser) =>
  calls(user).createOne({ ...asked, parts: [...asked.parts], ...changes })
const find = async (id: number, user?: TestUser) => (await calls(user).readMany()).packs.find((pack) => pack.id === id)
const tryAgain = async () => {
  await t.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null')
  await t.runJobs()
}
const halfPacks = async () => readdir(join(t.config.dataDir, 'packs')).catch(() => [])

/** Runs `work` while the methods in `changes` replace those of the file storage, and restores the original storage afterwards. */
async function withStore(changes: Partial<Storage>, work: () => Promise<void>): Promise<void> {
  const { storage } = t.deps
  t.deps.storage = { ...storage, ...changes }
  await work().finally(() => {
    t.deps.storage = storage
  })
}

const full = (isFull: boolean) => new StorageUnavailableError(new Error('no store'), { isFull, isRefused: false })

describe('a pack', () => {
  test('lists an order only once, even if its time has microseconds, which a Date cannot represent', async () => {
    const other = await newCustomer(t)
    const { id: orderId } = await addOrder(other)
    await t.query(`update "order" set time_stamp = date_trunc('milliseconds', time_stamp) + interval '7 microseconds' where id = $1`, [
      orderId,
    ])
    const { id } = await make({ parts: ['transactions'] }, other.admin)
    await t.runJobs()
    expect(rowsOf(await readStoredPack(t, other.customerId, id), '04-ti/orders.csv')).toHaveLength(1)
  })

  test('contains the unchanged documents, the received units, each seller’s authorization on the day of the transaction, and a list of all files', async () => {
    const sender = newParty('Northway Wholesale')
    const order = await addOrder(c, { sender, purchaseOrder: 'PO-88', meds: 3 })
    await t.as(c.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' })
    const { id, number } = await make()
    await t.runJobs()
    expect(await find(id)).toMatchObject({ state: 'ready', number: 1, askedBy: 'Grace Holloway', downloads: 0 })
    const pack = await readStoredPack(t, c.customerId, id)
    const folder = [...pack.keys()].find((name) => name.includes('/original/'))?.split('/original/')[0] ?? ''
    expect(folder).toMatch(/^04-ti\/\d{4}-\d\d-\d\d_PO-88_\d+$/)
    expect([...pack].find(([name]) => name.includes('/original/'))?.[1]).toBe(order.text)
    expect(rowsOf(pack, `${folder}/packages.csv`).map((row) => row['Serial number'])).toEqual(order.serials)
    expect(rowsOf(pack, '03-receipts.csv')).toMatchObject([
      {
        'Serial number': order.serials[0],
        How: 'serial number typed in',
        'Received by': 'Staff Tester',
        'PO number': 'PO-88',
        'Transaction statement': 'yes',
      },
    ])
    expect(rowsOf(pack, '02-partners/sellers-by-transaction.csv')).toMatchObject([
      { 'PO number': 'PO-88', 'Authorized on that day': 'No trading partner' },
    ])
    const manifest = JSON.parse(pack.get('manifest.json') ?? '{}')
    expect(manifest).toMatchObject({
      id: `P-${String(number).padStart(4, '0')}`,
      customer: { id: c.customerId, name: c.name },
      preset: 'fda',
    })
    expect(manifest.gaps).toContainEqual(
      expect.objectContaining({ part: 'partners', text: '1 order from a sender that is not a trading partner' }),
    )
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(pack.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256)
    const index = pack.get('00-index.html') ?? ''
    expect(index).toContain('Grace Holloway')
    expect(index).toContain('1 order from a sender that is not a trading partner')
    expect(index).toContain(manifest.files[0].sha256)
    expect(await halfPacks()).toEqual([])
    const said = await t.query<{ action: string }>(`select action from audit where customer_id = $1 and subject = 'pack' order by id`, [
      c.customerId,
    ])
    expect(said.map(({ action }) => action)).toEqual(['pack.make', 'pack.seal'])
  })

  test('can be built for a customer without any records', async () => {
    const { id } = await make()
    await t.runJobs()
    expect(await find(id)).toMatchObject({ state: 'ready', gaps: 2 })
    expect(rowsOf(await readStoredPack(t, c.customerId, id), '04-ti/orders.csv')).toEqual([])
  })

  test('includes voided orders, marked as voided, and names a document that is missing from the file storage', async () => {
    const voided = await addOrder(c, { purchaseOrder: 'PO-VOID' })
    const lost = await addOrder(c, { purchaseOrder: 'PO-LOST' })
    await t.as(c.lead).order.updateVoidOne({ documentId: voided.id, reason: 'Entered twice' })
    const [row] = await t.query<{ sha256: string }>('select sha256 from epcis_document where id = $1', [lost.id])
    await t.deps.storage.delete(c.customerId, row?.sha256 ?? '')
    const { id } = await make()
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    expect(rowsOf(pack, '04-ti/orders.csv').map((order) => [order['PO number'], order.State, order.Reason])).toEqual([
      ['PO-VOID', 'Voided', 'Entered twice'],
      ['PO-LOST', 'Not received', ''],
    ])
    expect([...pack.keys()].some((name) => name.endsWith('.missing.txt'))).toBe(true)
    expect(pack.get('00-index.html')).toMatch(/The file &quot;[^&]+&quot; is missing from the file storage/)
  })

  test('can be downloaded only with permission, and each download is audited and counted', async () => {
    const { id } = await make({ locationIds: [c.main.id] })
    await t.runJobs()
    const app = await t.app()
    const get = async (user: TestUser | undefined) =>
      app.inject({ url: `/api/packs/${id}/file`, cookies: user ? { seriatim: await t.signIn(user) } : {} })
    const stranger = await newCustomer(t)
    expect(await Promise.all([undefined, c.staff, c.elsewhere, stranger.admin].map(async (user) => (await get(user)).statusCode))).toEqual([
      401, 403, 404, 404,
    ])
    const answer = await get(c.lead)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain('pack-0001-')
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe((await find(id))?.sha256)
    expect(await find(id)).toMatchObject({ downloads: 1, downloadedBy: 'Lead Tester' })
    const downloads = `select from audit where customer_id = $1 and action = 'pack.download' and user_id = $2`
    expect(await t.query(downloads, [c.customerId, c.lead.userId])).toHaveLength(1)
    expect((await calls(c.lead).readMany()).packs).toHaveLength(1)
    expect((await calls(c.elsewhere).readMany()).packs).toEqual([])
    expect((await calls(stranger.admin).readMany()).packs).toEqual([])
  })

  test('can be opened through a link that expires, shows nothing else, counts its uses and can be revoked', async () => {
    const { id } = await make({ locationIds: [c.main.id] })
    await t.runJobs()
    await expect(calls(c.elsewhere).createOneLink({ packId: id, days: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const link = await calls(c.lead).createOneLink({ packId: id, days: 3 })
    const app = await t.app()
    const token = link.path.split('/').at(-1) ?? ''
    expect(await t.anonymous().inspectionLink.openOne({ token })).toMatchObject({ kind: 'pack', pack: { name: 'P-0001, Grace Holloway' } })
    const answer = await app.inject({ url: `${link.path}/file` })
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe((await find(id))?.sha256)
    expect(await calls(c.lead).readManyLinks({ packId: id })).toMatchObject([{ id: link.id, uses: 2, createdBy: 'Lead Tester' }])
    expect(await find(id)).toMatchObject({ downloads: 1, downloadedBy: 'With a link' })
    const other = await make({ locationIds: [c.main.id] })
    await expect(calls(c.lead).updateOneLinkEnd({ packId: other.id, linkId: link.id })).rejects.toMatchObject({
      cause: { key: 'link_not_found' },
    })
    await calls(c.lead).updateOneLinkEnd({ packId: id, linkId: link.id })
    expect((await app.inject({ url: `${link.path}/file` })).statusCode).toBe(404)
  })

  test('contains the packages picked from the shelf, and procedures with their signatures', async () => {
    const order = await addOrder(c, { meds: 2 })
    const [med] = await t.query<{ id: number }>(
      'select med_id::int as id from document_med where document_id = $1 and not is_package order by line',
      [order.id],
    )
    await t.as(c.admin).sop.createOneRevision({ key: 'incoming', text: 'Look at each package.', note: 'First', after: 0 })
    const { id } = await make({ medIds: [med?.id ?? 0], parts: ['units', 'sops'] })
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    const page = [...pack].find(([name]) => name.startsWith('16-units/'))
    expect(page?.[1]).toContain(order.serials[0])
    expect(pack.get('11-sops/incoming-revision-1.txt')).toContain('Look at each package.')
    expect(pack.get('00-index.html')).toContain('4 procedures not adopted')
  })

  test('for one location contains nothing of another, and leaves out the trail', async () => {
    await addOrder(c, { purchaseOrder: 'PO-MAIN' })
    await addOrder(c, { purchaseOrder: 'PO-BRANCH', receiver: c.branch.party })
    const { id } = await make({}, c.elsewhere)
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    expect(rowsOf(pack, '04-ti/orders.csv').map((row) => row['PO number'])).toEqual(['PO-BRANCH'])
    expect([...pack.values()].some((text) => text.includes('PO-MAIN'))).toBe(false)
    expect(pack.has('14-audit/trail.ndjson')).toBe(false)
    expect(pack.get('00-index.html')).toContain('The audit trail is left out')
  })

  test('of all locations, made by the admin, has every audit row of the period with its proof', async () => {
    const now = t.clock.now()
    t.clock.set('2025-12-31T12:00:00Z')
    await addOrder(c, {})
    t.clock.set(now)
    await addOrder(c, {})
    const { id } = await make()
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    const leaves = (pack.get('14-audit/trail.ndjson') ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(leaves[0]).toMatchObject({ leaf: expect.any(String), index: expect.any(Number), hashes: expect.any(Array) })
    const rows = await t.query<{ id: number; action: string }>(
      `select id::int, action from audit where customer_id = $1 and at >= '2026-01-01 05:00Z' and id <=
         (select id from audit where customer_id = $1 and action = 'pack.make' and subject_id = $2) order by id`,
      [c.customerId, id],
    )
    const packed: number[] = leaves.map(({ leaf }) => JSON.parse(leaf)[0])
    expect(packed.filter((auditId) => auditId <= (rows.at(-1)?.id ?? 0))).toEqual(rows.map((row) => row.id))
    const [earlier] = await t.query<{ amount: number }>(
      `select count(*)::int as amount from audit where customer_id = $1 and at < '2026-01-01 05:00Z' and not id = any ($2)`,
      [c.customerId, packed],
    )
    expect(earlier?.amount).toBeGreaterThan(0)
    expect(pack.get('manifest.tlog-proof')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/)
    expect(pack.get('14-audit/checkpoint.txt')).toBe(JSON.parse(pack.get('manifest.json') ?? '{}').checkpoint)
  })

  test('that is stopped while it is built leaves nothing behind, and cannot be stopped twice', async () => {
    await addOrder(c, {})
    const { id } = await make()
    const { storage } = t.deps
    const get: Storage['get'] = async (customerId, sha256) => {
      await calls().updateOneStop({ packId: id })
      return storage.get(customerId, sha256)
    }
    await withStore({ get }, () => t.runJobs())
    expect(await find(id)).toMatchObject({ state: 'canceled', sha256: null })
    expect(await halfPacks()).toEqual([])
    await expect(calls().updateOneStop({ packId: id })).rejects.toMatchObject({ cause: { key: 'pack_ended' } })
    await expect(calls().downloadOne({ packId: id })).rejects.toMatchObject({ cause: { key: 'pack_not_ready' } })
  })

  test('waits for an unavailable store, and fails with a message after six hours', async () => {
    const { id } = await make()
    const later = await make()
    const put = () => Promise.reject(full(false))
    await withStore({ put }, async () => {
      await t.runJobs()
      expect(await find(id)).toMatchObject({ state: 'building', isWaiting: true })
    })
    await tryAgain()
    expect(await find(id)).toMatchObject({ state: 'ready', isWaiting: false })
    const third = await make()
    await withStore({ put }, async () => {
      await t.runJobs()
      t.clock.advance(7 * 3_600_000)
      await tryAgain()
    })
    expect(await find(third.id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('unavailable for too long') })
    expect(await find(later.id)).toMatchObject({ state: 'ready' })
  })

  test('restarts its time limit for storage outages if the storage was available in between', async () => {
    await addOrder(c, {})
    const { id } = await make()
    const put = () => Promise.reject(full(false))
    await withStore({ put, get: put }, () => t.runJobs())
    t.clock.advance(5 * 3_600_000)
    await withStore({ put }, tryAgain)
    t.clock.advance(2 * 3_600_000)
    await withStore({ put, get: put }, tryAgain)
    expect(await find(id)).toMatchObject({ state: 'building', isWaiting: true })
    t.clock.advance(7 * 3_600_000)
    await withStore({ put, get: put }, tryAgain)
    expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('unavailable for too long') })
  })

  test.skipIf(process.platform !== 'linux')('fails with a message if the disk is full while its zip is written', async () => {
    await addOrder(c, {})
    const { id } = await make()
    const folder = join(t.config.dataDir, 'packs')
    await mkdir(folder, { recursive: true })
    await symlink('/dev/full', join(folder, `${c.customerId}-${id}.zip.half`))
    await t.runJobs()
    expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('full') })
    expect(await halfPacks()).toEqual([])
  })

  test('fails with a message if the store or the disk is full', async () => {
    const { id } = await make()
    await withStore({ put: () => Promise.reject(full(true)) }, () => t.runJobs())
    expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('full') })
    expect(await halfPacks()).toEqual([])
  })

  test('is not built if its author loses the permission before the job runs', async () => {
    const { id } = await make({}, c.lead)
    await t.query('update user_location set is_admin = false where customer_id = $1 and user_id = $2', [c.customerId, c.lead.userId])
    await t.runJobs()
    expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('can no longer create packs') })
  })

  test('is not stored if its author lost the permission while it was being built', async () => {
    await addOrder(c, {})
    const { id } = await make({}, c.lead)
    const { storage } = t.deps
    const get: Storage['get'] = async (customerId, sha256) => {
      await t.query('update user_location set is_admin = false where customer_id = $1 and user_id = $2', [c.customerId, c.lead.userId])
      return storage.get(customerId, sha256)
    }
    await withStore({ get }, () => t.runJobs())
    expect(await find(id)).toMatchObject({ state: 'failed', sha256: null, failure: expect.stringContaining('can no longer create packs') })
    expect(await halfPacks()).toEqual([])
  })

  test('names the surviving partner entry as the seller after two entries were merged', async () => {
    const sender = newParty('Northway Wholesale')
    const partners = t.as(c.admin).tradingPartner
    const entry = (name: string, glns: string[]) =>
      partners.createOne({ customerLocationId: null, name, type: 'upstream', globalLocationNumbers: glns })
    const kept = await entry('Northway', [])
    const merged = await entry('Northway Wholesale Inc', [sender.owner.gln])
    await addOrder(c, { sender, purchaseOrder: 'PO-1' })
    await partners.updateMergeOne({ id: kept.id, mergedId: merged.id })
    const { id } = await make({ tradingPartnerIds: [kept.id] })
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    expect(rowsOf(pack, '04-ti/orders.csv').map((row) => row['PO number'])).toEqual(['PO-1'])
    expect(rowsOf(pack, '02-partners/sellers-by-transaction.csv')).toMatchObject([{ 'PO number': 'PO-1' }])
    expect(pack.get('02-partners/sellers-by-transaction.csv')).toContain('Northway')
    expect(pack.get('00-index.html')).not.toContain('from a sender that is not a trading partner')
  })

  test('contains an order that was replaced by a corrected file, with both original files', async () => {
    const kit = correctionKit(t, c)
    const { order, same } = await kit.faulty()
    const corrected = documentFor(c, same)
    const { correctionId } = await kit.send(corrected)
    await kit.replace(correctionId)
    const { id } = await make()
    await t.runJobs()
    const pack = await readStoredPack(t, c.customerId, id)
    const originals = [...pack].filter(([name]) => name.includes('/original/')).map(([, text]) => text)
    expect(originals.sort()).toEqual([order.text, corrected].sort())
    expect(rowsOf(pack, '04-ti/orders.csv').map((row) => row.State)).toContainEqual(expect.stringMatching(/^Replaced by order \d+$/))
  })

  test('has a link that an admin of the pack’s location can revoke, no matter who created the link', async () => {
    const { id } = await make({ locationIds: [c.main.id] })
    await t.runJobs()
    const link = await calls(c.admin).createOneLink({ packId: id, days: 3 })
    await calls(c.lead).updateOneLinkEnd({ packId: id, linkId: link.id })
    expect(await calls(c.lead).readManyLinks({ packId: id })).toMatchObject([{ revokedBy: 'Lead Tester', createdBy: 'Admin Tester' }])
    await expect(t.anonymous().inspectionLink.openOne({ token: link.path.split('/').at(-1) ?? '' })).rejects.toMatchObject({
      cause: { key: 'link_over' },
    })
  })

  test('is removed from the store after 30 days, and its row stays as a record', async () => {
    const { id } = await make()
    await t.runJobs()
    const sha256 = (await find(id))?.sha256 ?? ''
    t.clock.advance(31 * 86_400_000)
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'pack.remove', {}))
    await t.runJobs()
    expect(await find(id)).toMatchObject({ state: 'ready', isRemoved: true, sha256 })
    await expect(t.deps.storage.size(c.customerId, sha256)).rejects.toMatchObject({ name: 'NotStoredError' })
    await expect(calls().downloadOne({ packId: id })).rejects.toMatchObject({ cause: { key: 'pack_removed' } })
  })

  test('survives the sweep of leftover bytes during its 30 days', async () => {
    const { id } = await make()
    await t.runJobs()
    t.clock.advance(3 * 86_400_000)
    await withSystem(t.deps.system, (tx) => enqueue(tx, 'maintenance.tidy', {}))
    await t.runJobs()
    expect(await t.deps.storage.size(c.customerId, (await find(id))?.sha256 ?? '')).toBeGreaterThan(0)
  })

  test('is refused while five other packs are unfinished', async () => {
    const ids: number[] = []
    for (let at = 0; at < 5; at += 1) ids.push((await make()).id)
    await expect(make()).rejects.toMatchObject({ cause: { key: 'pack_too_many' } })
    // This must be the last test of the file, because its worker runs every later job as well.
    await t.startWorker()
    while ((await calls().readMany()).packs.some(({ state }) => state === 'queued' || state === 'building')) await new Promise(setImmediate)
    expect((await calls().readMany()).packs.map(({ state, number }) => [state, number])).toEqual(
      [5, 4, 3, 2, 1].map((number) => ['ready', number]),
    )
    expect(ids).toHaveLength(5)
  })
})
