import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@seriatim/db/embedded/index'
import pg from 'pg'
import { tokenHash } from '../../apps/api/src/secrets.ts'
import type { Sent } from './api-bare.ts'

export interface ApiFigure {
  call: string
  connections: number
  statements: number
  ours: Rate
  bare: Rate
}
interface Rate {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const CALLS = {
  'who am I': 'user.readOneById',
  'a page of orders': 'order.readManySearch',
  'the totals of all orders': 'order.readTotals',
} as const
const NO_WISHES = `?input=${encodeURIComponent('{"json":{}}')}`
const CONNECTIONS = [1, 8, 64]
const SECONDS = 4
const ORDERS = 2_000

/** Reads over HTTP and tRPC, signed in, against a bare server that sends the same statements in the same transactions to the same database. */
export async function benchApi(): Promise<ApiFigure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-bench-'))
  const database = await startEmbedded({ dataDir: dir })
  const env = { ...process.env, DATABASE_URL: database.ownerUrl, DATA_DIR: dir, PORT: '0', CALLS_PER_MINUTE: '100000000', DEMO_FILES: '0' }
  const started: ChildProcess[] = []
  const start = async (script: string, more: Record<string, string>, ...flags: string[]) => {
    const child = spawn(process.execPath, [...flags, join(import.meta.dirname, script)], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 2],
    })
    started.push(child)
    return { url: await awaitAddress(child), end: () => ended(child) }
  }
  try {
    const record = join(dir, 'statements')
    const recording = await start('../../apps/api/src/main.ts', { RECORD: record }, '--import', join(import.meta.dirname, 'api-record.ts'))
    const token = await signIn(database.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/seriatim$1'))
    const statements: Record<string, Sent[]> = {}
    for (const path of Object.values(CALLS))
      statements[path] = await countStatements(record, () => ask(recording.url + addressIn(path), token))
    await recording.end()
    const calls = join(dir, 'calls.json')
    writeFileSync(calls, JSON.stringify(statements))
    const [ours, bare] = [await start('../../apps/api/src/main.ts', {}), await start('api-bare.ts', { CALLS: calls })]
    const figures: ApiFigure[] = []
    for (const [call, path] of Object.entries(CALLS))
      for (const connections of CONNECTIONS)
        figures.push({
          call,
          connections,
          statements: statements[path]?.length ?? 0,
          ours: await load(ours.url + addressIn(path), token, connections),
          bare: await load(`${bare.url}/${path}`, token, connections),
        })
    return figures
  } finally {
    for (const child of started) await ended(child)
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const addressIn = (path: string) => `/trpc/${path}${path.startsWith('order.') ? NO_WISHES : ''}`

function awaitAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /(?:serves at|^http) (http:\S+)/m.exec(said)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error(`The server ended: ${said}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}

/** A session of the demo customer's admin, and orders to look at. */
async function signIn(superuserUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into session (login_id, token_hash, step, created_at, last_seen_at, expires_at)
     select id, $1, 'signedIn', now(), now(), now() + interval '1 day' from login where email_address = 'admin@park.demo'`,
    [tokenHash(token)],
  )
  await client.query(
    `with made as (
       insert into epcis_document (customer_id, location_id, sha256, size, filename, content_type, time_stamp)
       select 1, 1, 'bench' || n, 1, n || '.xml', 'application/xml', now() - n * interval '1 hour' from generate_series(1, $1::int) n returning id, time_stamp)
     insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds)
     select 1, id, 1, '{Northway Wholesale}', array['PO-' || id], 'Dana Ruiz', time_stamp, 100 from made`,
    [ORDERS],
  )
  await client.query('analyze')
  await client.end()
  return token
}

/** What a call sends when somebody was there a moment ago. */
async function countStatements(record: string, call: () => Promise<unknown>): Promise<Sent[]> {
  await call()
  const before = collectLines(record).length
  await call()
  return collectLines(record)
    .slice(before)
    .map((line) => JSON.parse(line) as Sent) // written by api-record.ts
    .filter(({ text, role }) => role !== undefined && !/graphile_worker/.test(text))
}

const collectLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])

function ask(url: string, token: string, agent?: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(
      url,
      { headers: { cookie: `seriatim_session=${token}`, authorization: `Bearer ${token}` }, ...(agent ? { agent } : {}) },
      (answer) => {
        let body = ''
        answer.on('data', (chunk: Buffer) => {
          if (answer.statusCode !== 200) body += chunk.toString()
        })
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}: ${body}`))))
      },
    ).on('error', reject)
  })
}

/** So many clients, each with a connection of its own, each asking again as soon as it is answered. */
async function load(url: string, token: string, connections: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const round = async (until: number, kept: number[]) => {
    while (performance.now() < until) {
      const began = performance.now()
      await ask(url, token, agent)
      kept.push(performance.now() - began)
    }
  }
  const all = (seconds: number, kept: number[]) =>
    Promise.all(Array.from({ length: connections }, () => round(performance.now() + 1000 * seconds, kept)))
  await all(1, []) // warms up
  await all(SECONDS, times)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { perSecond: times.length / SECONDS, p50: at(0.5), p99: at(0.99) }
}
