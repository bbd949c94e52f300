import { randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { tokenHash } from '../../apps/api/src/core/secrets.ts'
import { filesInZip, openZip, unzip } from '../../apps/api/src/core/zip.ts'
import { createStorage, type Storage } from '../../apps/api/src/outside/storage.ts'
import { ZipWriter } from '../../apps/api/src/pack/zip-writer.ts'
import { Product } from '../drill/product.ts'
import { type Bench, findPeak, printRatio, time, withBench, write } from './frame.ts'
import { fillMeds, fillOrders } from './search.ts'

const POLL_MS = 250
const PARTS = ['transactions', 'receipts', 'partners', 'exceptions', 'holds', 'incidents', 'recalls', 'audit']

/**
 * Measures how a running server builds two inspection packs: one of a tenth of `meds` meds, then one of all of them. The server's memory must not
 * grow with the pack. The reference is a zip of the same files, which are read from the finished pack.
 */
export async function benchPack(meds: number): Promise<void> {
  for (const amount of [Math.round(meds / 10), meds]) await withBench((bench) => buildOne(bench, amount))
  console.log('  (orders of ten thousand meds with their papers, lists and original files; reference: the same files zipped)')
}

async function buildOne({ admin, customerId, database, dir }: Bench, meds: number): Promise<void> {
  await fillMeds(admin, customerId, meds)
  await fillOrders(admin, customerId)
  const storage = createStorage({ kind: 'folder', dir: join(dir, 'data', 'files') })
  await storeDocuments(admin, storage, customerId)
  const token = await signIn(admin)
  const server = new Product({ DATABASE_URL: database.ownerUrl, DATA_DIR: join(dir, 'data'), SECRET_KEY: 'k'.repeat(32), DEMO_LOGINS: '1' })
  try {
    await server.start()
    const before = readMemory(server.pid)
    const began = performance.now()
    const peak = await makePack(server, token)
    const seconds = (performance.now() - began) / 1000
    const { rows } = await admin.query<{ sha256: string; bytes: string }>('select sha256, bytes from pack where customer_id = $1', [
      customerId,
    ])
    const [pack = { sha256: '', bytes: '0' }] = rows
    const zipped = await zipAgain(await storage.get(customerId, pack.sha256), dir)
    const megabytes = Number(pack.bytes) / 2 ** 20
    printRatio(
      `pack of ${write(meds)} meds, ${write(megabytes)} MB`,
      `${write(seconds, 1)} s, ${write(peak - before)} MB`,
      `zipped ${write(zipped.seconds, 1)} s, ${write(zipped.peak)} MB`,
      zipped.seconds / seconds,
    )
  } finally {
    await server.kill('SIGTERM')
  }
}

/** Stores a document for each order. It has 300 bytes per med, about as many as a real EPCIS file has. */
async function storeDocuments(admin: pg.Client, storage: Storage, customerId: number): Promise<void> {
  const { rows } = await admin.query<{ id: number; amount: number }>(
    'select id::int, amount_of_meds as amount from "order" where customer_id = $1',
    [customerId],
  )
  for (const { id, amount } of rows) {
    const stored = await storage.put(customerId, writeDocument(id, amount))
    await admin.query('update epcis_document set sha256 = $3, size = $4 where customer_id = $1 and id = $2', [
      ...[customerId, id],
      ...[stored.sha256, stored.size],
    ])
  }
}

async function* writeDocument(id: number, amount: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < amount; at += 1000)
    yield Buffer.from(
      Array.from({ length: 1000 }, (_, n) =>
        `<epc>urn:epc:id:sgtin:0399991.000${id % 10}.S${id}-${at + n}-${randomBytes(8).toString('hex')}</epc>`.padEnd(300),
      ).join('\n'),
    )
}

async function signIn(admin: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await admin.query(
    `insert into session (login_id, token_hash, step, created_at, last_seen_at, expires_at)
     select id, $1, 'signedIn', now(), now(), now() + interval '1 day' from login where email_address = 'bench@example.com'`,
    [tokenHash(token)],
  )
  return token
}

interface Listed {
  json: { packs: { state: string; phase: string; failure: string | null }[] }
}

/** Has the server make a pack, and returns the server's peak memory in megabytes up to the time when the pack is ready. */
async function makePack(server: Product, token: string): Promise<number> {
  const today = new Date()
  const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const asked = { preset: 'fda', from: day(-30), to: day(1), askedBy: 'Bench', parts: PARTS }
  await server.call('POST', '/trpc/inspection.createOne', { token, body: JSON.stringify({ json: asked }) })
  let peak = 0
  for (;;) {
    peak = Math.max(peak, readMemory(server.pid))
    const { text } = await server.call('GET', '/trpc/inspection.readMany', { token })
    const [pack] = (JSON.parse(text) as { result: { data: Listed } }).result.data.json.packs // this is the answer of `inspection.readMany`
    if (pack?.state === 'ready') return peak
    if (pack?.state === 'failed' || pack?.state === 'canceled') throw new Error(`The pack was not made: ${pack.failure ?? pack.state}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const readMemory = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Unzips a pack and zips its contents again, to measure how long zipping alone takes and how much memory it needs. */
async function zipAgain(pack: AsyncIterable<unknown>, dir: string): Promise<{ seconds: number; peak: number }> {
  const path = join(dir, 'pack.zip')
  await pipeline(pack, createWriteStream(path))
  const source = await openZip(path)
  const zip = new ZipWriter(join(dir, 'again.zip'), new Date())
  let ms = 0
  const peak = await findPeak(async () => {
    ms = await time(async () => {
      for await (const entry of filesInZip(source)) await zip.add(entry.fileName, unzip(source, entry, Number.MAX_SAFE_INTEGER))
      await zip.close()
    })
  })
  source.close()
  return { seconds: ms / 1000, peak }
}
