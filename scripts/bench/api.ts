import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { startEmbedded } from '@seriatim/db/embedded/index'
import pg from 'pg'
import { tokenHash } from '../../apps/api/src/core/secrets.ts'
import { findQuantile } from '../drill/findings.ts'
import { MAIN, Product } from '../drill/product.ts'
import type { RecordedCall, ScannedPackage, SentStatement } from './api-bare.ts'
import { makeOpenFolder, onDatabase, printRatio, write } from './frame.ts'

interface Rate {
  perSecond: number
  /** Response times in milliseconds: median and 99th percentile. */
  p50: number
  p99: number
}

const CONNECTIONS = [1, 8, 64]
const SECONDS = 4
const ORDERS = 2_000

/** Number of orders among which the scans alternate, because people at several counters don't all work on the same order. */
const SCANNED_ORDERS = 64
const SCANNED_MEDS = 2_000
/**
 * The first document id and the first line number. Ids and line numbers count up from these, so that no other value in a statement equals one of
 * them.
 */
const FIRST_DOCUMENT = 7_000_001
const FIRST_LINE = 8_000_001

function pickPackage(n: number): ScannedPackage {
  const document = FIRST_DOCUMENT + (n % SCANNED_ORDERS)
  const line = FIRST_LINE + Math.floor(n / SCANNED_ORDERS)
  return { documentId: document, line, serialNumber: `BENCH${document}A${line}` }
}

interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
}

interface Call {
  name: string
  /** Builds the request. A call about a package gets a different package each time, because a package can be received only once. */
  ask: (one: ScannedPackage) => Request
  isScan?: true
}

const GTIN = '00388010500605'
const read = (path: string, input?: object): Request => ({
  method: 'GET',
  path: `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''}`,
})
const CALLS: readonly Call[] = [
  { name: 'who am I', ask: () => read('user.readOneById') },
  { name: 'a page of orders', ask: () => read('order.readManySearch', {}) },
  { name: 'the totals of all orders', ask: () => read('order.readTotals', {}) },
  { name: 'a pedigree', ask: () => read('med.readOneById', { medId: PEDIGREE }) },
  {
    name: 'a package scanned',
    isScan: true,
    ask: ({ documentId, serialNumber }) => ({
      method: 'POST',
      path: '/trpc/order.updateReceiveManyBySerialnumber',
      body: JSON.stringify({ json: { documentId, serialNumber, gtin: GTIN, how: 'scan' } }),
    }),
  },
  {
    name: 'a package scanned, REST',
    isScan: true,
    ask: ({ documentId, serialNumber }) => ({
      method: 'PUT',
      path: '/api/v1/update/receive/many/by/serialnumber',
      body: JSON.stringify({ documentId, serialNumber, gtin: GTIN }),
    }),
  },
]
const PEDIGREE = 9_000_001

/**
 * Compares signed-in calls over HTTP with a bare server that sends the same statements in the same transactions to the same database. For each scan,
 * the bare server puts the next unscanned package into its statements. `only` is a prefix of a call's name; `profile` a folder for the server's
 * `.cpuprofile`.
 */
export async function benchApi({ only = '', profile }: { only?: string | undefined; profile?: string | undefined }): Promise<void> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  const [record, file] = [join(dir, 'statements'), join(dir, 'calls.json')]
  const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: dir, CALLS_PER_MINUTE: '100000000', DEMO_FILES: '0', DEMO_LOGINS: '1' }
  const script = (name: string) => join(import.meta.dirname, name)
  const recording = new Product({ ...env, RECORD: record }, ['--import', script('api-record.ts'), MAIN])
  const ours = new Product(env, [...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]), MAIN])
  const bare = new Product({ ...env, CALLS: file }, [script('api-bare.ts')])
  let scanned = 0
  const next = ({ isScan }: Call) => pickPackage(isScan ? scanned++ : 0)
  try {
    await recording.start()
    const tokens = await signIn(onDatabase(database.superuserUrl, 'seriatim'))
    const [token = ''] = tokens
    const recorded: Record<string, RecordedCall> = {}
    const calls = CALLS.filter(({ name }) => name.startsWith(only))
    for (const call of calls) {
      // Warms up, so that the recorded call is not the first one.
      await ask(recording.url, call.ask(next(call)), token)
      const sentCalls: RecordedCall[] = []
      for (let n = 0; n < 3; n += 1) {
        const about = next(call)
        sentCalls.push({ about, statements: await listStatements(record, () => ask(recording.url, call.ask(about), token)) })
      }
      // Of three recordings, takes the one with the fewest statements: the others may include statements of a job that ran at the same time.
      const [shortest] = sentCalls.sort((a, b) => a.statements.length - b.statements.length)
      if (shortest) recorded[call.name] = shortest
    }
    await recording.kill('SIGTERM')
    writeFileSync(file, JSON.stringify(recorded))
    await ours.start()
    await bare.start()
    for (const call of calls)
      for (const connections of CONNECTIONS) {
        const askBare = (one: ScannedPackage): Request => ({
          method: 'GET',
          path: `/?name=${encodeURIComponent(call.name)}&documentId=${one.documentId}&line=${one.line}&serialNumber=${one.serialNumber}`,
        })
        // Each client has its own session, because concurrent calls with the same session share one lookup of it.
        const own = await load(connections, (client, agent) => ask(ours.url, call.ask(next(call)), tokens[client] ?? '', agent))
        const other = await load(connections, (client, agent) => ask(bare.url, askBare(next(call)), tokens[client] ?? '', agent))
        printRatio(
          `${call.name}, ${connections} at once`,
          describeRate(own),
          `bare ${describeRate(other)}`,
          own.perSecond / other.perSecond,
        )
      }
    console.log(
      '  (calls a second, half of them faster than, 99 of 100 faster than; the bare server sends the same statements in the same transactions)',
    )
  } finally {
    // Only a server that exits cleanly writes its profiles, so each is sent SIGTERM.
    for (const product of [recording, ours, bare]) await product.kill('SIGTERM')
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const describeRate = ({ perSecond, p50, p99 }: Rate) => `${write(perSecond)}/s, ${write(p50, 1)}, ${write(p99, 1)} ms`

/** Inserts sessions of the demo customer's admin, one per client, and orders to view. Returns the sessions' tokens. */
async function signIn(superuserUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const tokens = Array.from({ length: Math.max(...CONNECTIONS) }, () => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into session (login_id, token_hash, step, created_at, last_seen_at, expires_at)
     select id, hash, 'signedIn', now(), now(), now() + interval '1 day' from login, unnest($1::bytea[]) hash where email_address = 'admin@park.demo'`,
    [tokens.map(tokenHash)],
  )
  await client.query(
    `with made as (
       insert into epcis_document (customer_id, location_id, sha256, size, filename, content_type, time_stamp)
       select 1, 1, 'bench' || n, 1, n || '.xml', 'application/xml', now() - n * interval '1 hour' from generate_series(1, $1::int) n returning id, time_stamp)
     insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds)
     select 1, id, 1, '{Northway Wholesale}', array['PO-' || id], 'Dana Ruiz', time_stamp, 100 from made`,
    [ORDERS],
  )
  await addScannedOrders(client)
  await client.query('analyze')
  await client.end()
  return tokens
}

/** Adds orders with the packages of {@link pickPackage}, and a licensed partner as their sender: the usual case. */
async function addScannedOrders(client: pg.Client): Promise<void> {
  const sender = '0399990000012'
  const values = [FIRST_DOCUMENT, SCANNED_ORDERS, SCANNED_MEDS, sender]
  await client.query(
    `with partner as (insert into trading_partner (customer_id, name, type, created_at) values (1, 'Bench Wholesale', 'upstream', now()) returning id),
       gln as (insert into partner_gln (customer_id, trading_partner_id, global_location_number) select 1, id, $1 from partner)
     insert into partner_license (customer_id, trading_partner_id, kind, number, valid_from) select 1, id, 'wholesaler', 'L-1', '2025-01-01' from partner`,
    [sender],
  )
  await client.query(
    `with made as (
       insert into epcis_document (customer_id, id, location_id, sha256, size, filename, content_type, time_stamp, sender_gln)
       overriding system value
       select 1, $1::bigint + n - 1, 1, 'scanned' || n, 1, 'scanned.xml', 'application/xml', now(), $4 from generate_series(1, $2::int) n returning id, time_stamp)
     insert into "order" (customer_id, id, location_id, sender_names, purchase_order_numbers, placed_by, time_stamp, amount_of_meds)
     select 1, id, 1, '{Bench Wholesale}', array['PO-' || id], 'Dana Ruiz', time_stamp, $3::int from made`,
    values,
  )
  await client.query(
    `with made as (
       insert into med (customer_id, id, location_id, gtin, serial_number, lot_number, expiration_date, is_epcis_generated, created_at, dated_at)
       overriding system value
       select 1, $4::bigint + row_number() over () - 1, 1, $5, 'BENCH' || ($1::bigint + d) || 'A' || ($6::int + l), 'L1', '2031-01-01', true, now(), now()
       from generate_series(0, $2::int - 1) d, generate_series(0, $3::int - 1) l returning id)
     insert into document_med (customer_id, document_id, line, last_line, location_id, med_id, lot_number, expiration_date, is_package, is_shipped, meds, children)
     select 1, $1::bigint + (id - $4::bigint) / $3::int, line, line, 1, id, 'L1', '2031-01-01', false, true, 1, 0
     from made, lateral (select ($6::int + (id - $4::bigint) % $3::int)::int as line) l`,
    [FIRST_DOCUMENT, SCANNED_ORDERS, SCANNED_MEDS, PEDIGREE, GTIN, FIRST_LINE],
  )
}

/** Returns the statements that the server sends during a call. */
async function listStatements(record: string, call: () => Promise<unknown>): Promise<SentStatement[]> {
  const before = collectLines(record).length
  await call()
  return collectLines(record)
    .slice(before)
    .map((line) => JSON.parse(line) as SentStatement) // written by api-record.ts
    .filter(({ text, role }) => role !== undefined && !/graphile_worker/.test(text))
}

const collectLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])

function ask(url: string, { method, path, body }: Request, token: string, agent?: Agent): Promise<void> {
  const headers = {
    cookie: `seriatim_session=${token}`,
    authorization: `Bearer ${token}`,
    // The browser sends this header on the product's own pages.
    origin: url,
    'x-user-timezone': 'America/New_York',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    request(url + path, { method, headers, ...(agent ? { agent } : {}) }, (answer) => {
      let said = ''
      answer.on('data', (chunk: Buffer) => {
        if (answer.statusCode !== 200) said += chunk.toString()
      })
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${answer.statusCode}: ${said}`))))
    })
      .on('error', reject)
      .end(body)
  })
}

/**
 * Runs `connections` clients at the same time, each with its own connection. A client sends its next request as soon as the last one was answered.
 */
async function load(connections: number, call: (client: number, agent: Agent) => Promise<void>): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const round = async (client: number, until: number, kept: number[]) => {
    while (performance.now() < until) {
      const began = performance.now()
      await call(client, agent)
      kept.push(performance.now() - began)
    }
  }
  const all = (seconds: number, kept: number[]) =>
    Promise.all(Array.from({ length: connections }, (_, client) => round(client, performance.now() + 1000 * seconds, kept)))
  await all(1, []) // warm-up
  await all(SECONDS, times)
  agent.destroy()
  return { perSecond: times.length / SECONDS, p50: findQuantile(times, 0.5), p99: findQuantile(times, 0.99) }
}
