import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distribute, listWrong } from '@seriatim/db/citus/distribute'
import { type CitusDatabase, type CitusNodes, createCitusDatabase, createSingleDatabase, startCitus } from '@seriatim/db/citus/nodes'
import { migrate } from '@seriatim/db/migrate'
import pg from 'pg'
import type { ConnectionPool } from '../../apps/api/src/db/connection/connection-pool.ts'
import { withCustomer } from '../../apps/api/src/db/customer-tx.ts'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { timeMedian } from '../bench/frame.ts'
import { importOnce } from '../bench/import.ts'
import { drillMove } from './citus-move.ts'
import type { Findings } from './findings.ts'

const MEDS = 20_000

/** The first migration after which the tables can be distributed; later migrations are applied to the distributed database. */
const EARLY = '0017-recall.sql'

/**
 * Tests Citus on a coordinator and two workers (docs/scale.md). It distributes the tables, applies the later migrations, imports documents, compares
 * searches with those of a single PostgreSQL of the same build, and takes a worker with a customer's rows down and restores it. At the end it moves a
 * database that has been in use to the cluster and back.
 */
export async function drillCitus({ bin }: { bin: string }): Promise<Findings> {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-drill-'))
  const nodes = await startCitus(bin)
  try {
    const spread = await createCitusDatabase(nodes.urls, 'spread')
    const { ownerUrl: single } = await createSingleDatabase(nodes.urls, 'single')
    await migrate(single)
    await migrate(spread.ownerUrl, undefined, EARLY)
    const began = performance.now()
    const tables = await distribute(spread.ownerUrl)
    const distributeSeconds = (performance.now() - began) / 1000
    const later = await migrate(spread.ownerUrl)
    const again = await distribute(spread.ownerUrl)
    const wrong = [
      ...(again.length ? [`Distributed a second time: ${again.join(', ')}.`] : []),
      ...(await tryMigration(spread.ownerUrl)),
      ...(await tryTrail(spread.ownerUrl)),
    ]
    const [one, many] = [await importOnce(single, join(dir, 'one'), MEDS), await importOnce(spread.ownerUrl, join(dir, 'many'), MEDS)]
    const [searchOne, searchMany] = [await timeSearch(single), await timeSearch(spread.ownerUrl)]
    const outage = await killWorker(nodes, spread)
    const move = await drillMove(nodes, dir)
    return {
      figures: {
        'tables placed': tables.length,
        'seconds to place them': round(distributeSeconds),
        'migrations that came later': later.length,
        'meds imported': MEDS,
        'seconds to import on one PostgreSQL': round(one.importSeconds),
        'seconds to import on the cluster': round(many.importSeconds),
        'ms to find a serial on one PostgreSQL': round(searchOne),
        'ms to find a serial on the cluster': round(searchMany),
        'meds found when the machine was back': outage.found,
        ...move.figures,
      },
      wrong: [...wrong, ...outage.wrong, ...move.wrong],
    }
  } finally {
    await nodes.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const round = (figure: number) => Math.round(figure * 100) / 100

/** Creates a table as a later migration would, and checks that it is distributed automatically. Returns what is wrong. */
async function tryMigration(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("begin; set local citus.multi_shard_modify_mode = 'sequential'")
    await client.query(
      'create table trial (customer_id bigint not null, id bigint not null generated always as identity, med_id bigint, primary key (customer_id, id))',
    )
    await client.query("select protect('trial'), refer('trial__med', 'trial', 'med_id', 'med')")
    return await listWrong(client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/**
 * Checks that not even the owner of the tables can change the audit trail. This must hold on the workers too, although the trail's triggers were
 * created after its tables were distributed.
 */
async function tryTrail(ownerUrl: string): Promise<string[]> {
  const changes = ["update audit set action = 'x'", 'delete from audit_seal', 'truncate audit']
  const answers = changes.map((change) =>
    ask(ownerUrl, change).then(
      () => [`The owner of the tables was not refused: ${change}.`],
      (error: Error) => (error.message.includes('never changed') ? [] : [error.message]),
    ),
  )
  return (await Promise.all(answers)).flat()
}

/** Measures the median time of a search, in milliseconds. */
async function timeSearch(ownerUrl: string): Promise<number> {
  const pool = openPool(ownerUrl, 'seriatim_app', 1)
  try {
    return await timeMedian(() => findMeds(pool))
  } finally {
    await pool.end()
  }
}

function findMeds(pool: ConnectionPool): Promise<number> {
  return withCustomer(openDb(pool), { customerId: 1, userId: null, scope: 'all', locationIds: [] }, 'read only', async (tx) => {
    const rows = await tx.selectFrom('med').select('id').where('serialNumber', '=', 'NOT-THERE').execute()
    return rows.length
  })
}

function countMeds(pool: ConnectionPool): Promise<number> {
  return withCustomer(openDb(pool), { customerId: 1, userId: null, scope: 'all', locationIds: [] }, 'read only', async (tx) => {
    const { count } = await tx
      .selectFrom('med')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

/** Kills the worker that stores the customer, as a power cut would, sends a query while it is down, and starts it again. */
async function killWorker(nodes: CitusNodes, { superuserUrl, ownerUrl }: CitusDatabase) {
  const [place] = await ask<{ port: number }>(
    superuserUrl,
    `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('med', 1)`,
  )
  const node = nodes.urls.findIndex((url) => url.includes(`:${place?.port}/`))
  const wrong: string[] = []
  const pool = openPool(ownerUrl, 'seriatim_app', 2)
  try {
    const before = await countMeds(pool)
    await nodes.kill(node)
    const answer = await countMeds(pool).then(
      () => 'answered',
      () => 'refused',
    )
    if (answer === 'answered') wrong.push('The customer was read though its machine was away.')
    await nodes.start(node)
    const found = await countMeds(pool)
    if (found !== before) wrong.push(`${before - found} meds were not there when the machine was back.`)
    return { found, wrong }
  } finally {
    await pool.end()
  }
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
