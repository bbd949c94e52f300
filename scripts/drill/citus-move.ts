import { join } from 'node:path'
import { distribute } from '@seriatim/db/citus/distribute'
import { addWorker, type CitusDatabase, type CitusNodes, createCitusDatabase, createSingleDatabase } from '@seriatim/db/citus/nodes'
import pg from 'pg'
import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { type BackupPlace, makeBackup } from '../../apps/api/src/operate/backup/backup.service.ts'
import { restoreBackup } from '../../apps/api/src/operate/backup/restore.service.ts'
import { verifyTrails } from '../../apps/api/src/operate/backup/trail-check.ts'
import { createStorage } from '../../apps/api/src/outside/storage.ts'
import { type Findings, waitUntil } from './findings.ts'
import { compareLedger, findOpenOrder, Ledger, makeForm, waitForQueue } from './ledger.ts'
import { Product } from './product.ts'
import { insertSession, SECRET_KEY, type Stage } from './stage.ts'

const ORDERS = 5

/** The REST paths behind screens that people use all day. */
const SCREENS = [
  '/api/v1/user/read/one/by/id',
  '/api/v1/order/read/many/search',
  '/api/v1/med/read/many/by/search',
  '/api/v1/documentexception/read/many/by/filters',
  '/trpc/order.readTotals?input=%7B%22json%22%3A%7B%7D%7D',
]

type Running = Pick<Stage, 'query' | 'product' | 'token'>

/**
 * Drills the move that docs/scale.md describes, with a database that has been in use: restores its backup into a cluster, distributes it, runs the
 * product there, adds another machine, and restores a backup of the cluster into a single PostgreSQL.
 */
export async function drillMove(nodes: CitusNodes, dir: string): Promise<Findings> {
  const secrets = createSecrets(SECRET_KEY)
  const toPlace = (ownerUrl: string, name: string): BackupPlace => ({
    ownerUrl,
    storage: createStorage({ kind: 'folder', dir: join(dir, name, 'files') }),
    secrets,
    key: { recipients: [], identityFile: undefined, passphrase: 'a drill has a passphrase of its own' },
    log() {},
  })
  const wrong: string[] = []
  const done = new Ledger()

  const old = await createSingleDatabase(nodes.urls, 'old')
  await serve(old, join(dir, 'old'), async (running) => {
    await work(running, done)
    await seal(running)
  })
  const out = await makeBackup(join(dir, 'old.backup'), toPlace(old.ownerUrl, 'old'), new Date())

  const moved = await createCitusDatabase(nodes.urls, 'moved')
  await restoreBackup(join(dir, 'old.backup'), toPlace(moved.ownerUrl, 'moved'))
  const began = performance.now()
  await distribute(moved.ownerUrl)
  const seconds = (performance.now() - began) / 1000
  wrong.push(...compareCounts('the cluster', await countRows(old), await countRows(moved)))
  wrong.push(...(await checkTrails(moved, 'on the cluster')))

  await serve(moved, join(dir, 'moved'), async (running) => {
    for (const path of SCREENS) await running.product.call('GET', path, { token: running.token })
    await work(running, done)
    await seal(running)
  })
  const shards = await rebalance(nodes, moved)
  if (!shards) wrong.push('The machine that came later has no shards.')
  wrong.push(...(await checkTrails(moved, 'with one more machine')))

  const before = await countRows(moved)
  const home = await makeBackup(join(dir, 'moved.backup'), toPlace(moved.ownerUrl, 'moved'), new Date())
  const back = await createSingleDatabase(nodes.urls, 'back')
  const restored = await restoreBackup(join(dir, 'moved.backup'), toPlace(back.ownerUrl, 'back'))
  for (const { customerId } of restored.trail.broken) wrong.push(`The audit trail of customer ${customerId} is broken after the way back.`)
  wrong.push(...compareCounts('one PostgreSQL again', before, await countRows(back)))
  // The ledger is compared on the single server, because a cluster can't answer queries across all customers.
  const compared = await withQuery(back, (query) => compareLedger({ query }, done))
  return {
    figures: {
      'rows moved to the cluster': out.rows,
      'seconds to distribute them': Math.round(seconds * 10) / 10,
      'shards that one more machine took': shards,
      'rows brought back to one PostgreSQL': home.rows,
      'seals of the audit trail there': restored.trail.seals,
      'orders on file there': compared.figures['orders on file'] ?? 0,
    },
    wrong: [...wrong, ...compared.wrong],
  }
}

/** Starts the product on a database and runs `use` while it is running. */
function serve(database: CitusDatabase, dataDir: string, use: (running: Running) => Promise<void>): Promise<void> {
  const product = new Product({
    DATABASE_URL: database.ownerUrl,
    DEMO_LOGINS: '1',
    DATA_DIR: dataDir,
    SECRET_KEY,
    CALLS_PER_MINUTE: '1000000',
    DEMO_FILES: '0',
    BILLING: 'off',
    LOG_LEVEL: 'silent',
  })
  return withQuery(database, async (query) => {
    try {
      await product.start()
      await use({ product, query, token: await insertSession(query, 'admin@park.demo') })
    } finally {
      await product.kill()
    }
  })
}

async function withQuery<T>({ superuserUrl }: CitusDatabase, use: (query: Stage['query']) => Promise<T>): Promise<T> {
  const superuser = new pg.Pool({ connectionString: superuserUrl, max: 4 })
  // A connection that is closing may still emit an error because a machine went down. Without listeners, the error would end the process.
  superuser.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  try {
    return await use(async <R extends object>(text: string, values: unknown[] = []) => (await superuser.query<R>(text, values)).rows)
  } finally {
    await superuser.end()
  }
}

/** Uploads some orders and receives one. */
async function work({ product, token, query }: Running, done: Ledger): Promise<void> {
  for (let at = 0; at < ORDERS; at += 1) {
    const number = done.next()
    await product.call('POST', '/api/v1/file/upload/order?wait=0', { token, body: makeForm(number) })
    done.uploads.push(number)
  }
  await waitForQueue({ query })
  const id = await findOpenOrder({ query })
  if (id === undefined) throw new Error('There is no order to receive.')
  await product.call('PUT', '/api/v1/update/receive/all/by/documentid', { token, body: JSON.stringify({ documentId: id }) })
  done.receipts.push(id)
}

async function seal({ query }: Running): Promise<void> {
  const count = async () => Number((await query<{ count: string }>('select count(*) as count from audit_seal'))[0]?.count)
  const before = await count()
  await query("select graphile_worker.add_job('audit.seal', '{\"input\":{}}'::json)")
  await waitUntil('a seal', async () => (await count()) > before, 60)
}

async function checkTrails({ ownerUrl }: CitusDatabase, where: string): Promise<string[]> {
  const { broken, seals } = await verifyTrails(ownerUrl, createSecrets(SECRET_KEY))
  if (!seals) return [`There are no seals ${where}.`]
  return broken.map(({ customerId }) => `The audit trail of customer ${customerId} is broken ${where}.`)
}

/** Adds a worker to the cluster and moves part of the shards to it. Returns the number of shards that the new worker then has. */
async function rebalance(nodes: CitusNodes, database: CitusDatabase): Promise<number> {
  const at = await nodes.add()
  await addWorker(nodes.urls, 'moved', at)
  return withQuery(database, async (query) => {
    await query('select citus_rebalance_start()')
    await query('select citus_rebalance_wait()')
    const [found] = await query<{ count: number }>(
      `select count(*)::int as count from citus_shards where nodeport = $1 and citus_table_type = 'distributed'`,
      [Number(new URL(nodes.urls[at] ?? '').port)],
    )
    return found?.count ?? 0
  })
}

function countRows(database: CitusDatabase): Promise<Map<string, number>> {
  return withQuery(database, async (query) => {
    const tables = await query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'era' order by 1`,
    )
    const counts = new Map<string, number>()
    for (const { name } of tables) {
      const [found] = await query<{ count: string }>(`select count(*) as count from "${name}"`)
      counts.set(name, Number(found?.count))
    }
    return counts
  })
}

/** Reports each table whose number of rows has changed. The table `era` is not counted, because a restored database starts a new era. */
function compareCounts(where: string, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before].flatMap(([table, count]) =>
    after.get(table) === count ? [] : [`${table} had ${count} rows and has ${after.get(table)} on ${where}.`],
  )
}
