import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@seriatim/db/embedded/index'
import { ended, readPostmaster } from '@seriatim/db/embedded/postmaster'
import pg from 'pg'
import { tokenHash } from '../../apps/api/src/core/secrets.ts'
import { makeOpenFolder, onDatabase } from '../bench/frame.ts'
import { Product } from './product.ts'

export const SECRET_KEY = 'a drill has a key of its own, as any server'
const ADMIN = 'admin@park.demo'

/** A running server (`Product`) with its own database and the demo customers, all in a temporary folder. */
export interface Stage {
  dir: string
  product: Product
  /** Token of a session of the demo customer's admin. */
  token: string
  database(): EmbeddedDatabase
  /** Connection string of the product's database for the superuser. */
  superuserUrl(): string
  stopDatabase(): Promise<void>
  /** Kills the database as a power cut would. */
  killDatabase(): Promise<void>
  startDatabase(): Promise<void>
  /** Runs a query as the superuser, to whom row security does not apply. */
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>
}

interface Wishes {
  /** Prepares the folder before anything is created in it. */
  prepare?: (dir: string) => void
  /** Undoes what `prepare` did, after everything has stopped. */
  cleanUp?: (dir: string) => void
  /** Returns additional environment variables for the product; called once database and folder exist. */
  env?: (known: { dir: string; ownerUrl: string }) => Promise<Record<string, string>> | Record<string, string>
}

/** Runs `work` with a stage and removes everything afterwards. */
export async function withStage<T>({ env, prepare, cleanUp }: Wishes, work: (stage: Stage) => Promise<T>): Promise<T> {
  const dir = makeOpenFolder('seriatim-drill-')
  prepare?.(dir)
  const options = { dataDir: dir }
  let database = await startEmbedded(options)
  const superuserUrl = () => onDatabase(database.superuserUrl, 'seriatim')
  const superuser = new pg.Pool({ connectionString: superuserUrl(), max: 4 })
  superuser.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const query = async <R extends object>(text: string, values: unknown[] = []) => (await superuser.query<R>(text, values)).rows
  const product = new Product({
    DATABASE_URL: database.ownerUrl,
    DEMO_LOGINS: '1',
    DATA_DIR: dir,
    SECRET_KEY,
    CALLS_PER_MINUTE: '1000000',
    DEMO_FILES: '0',
    BILLING: 'off',
    LOG_LEVEL: 'silent',
    ...(await env?.({ dir, ownerUrl: database.ownerUrl })),
  })
  try {
    await product.start()
    return await work({
      dir,
      product,
      token: await insertSession(query, ADMIN),
      query,
      database: () => database,
      superuserUrl,
      stopDatabase: () => database.stop(),
      async killDatabase() {
        const postmaster = await readPostmaster(join(database.clusterDir, 'data'))
        if (!postmaster) throw new Error('The database does not run.')
        process.kill(postmaster.pid, 'SIGKILL')
        await ended(postmaster.pid, 10_000)
      },
      async startDatabase() {
        database = await startEmbedded(options)
      },
    })
  } finally {
    await product.kill()
    await superuser.end()
    await database.stop()
    cleanUp?.(dir)
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Inserts a session as signing in would. */
export async function insertSession(query: Stage['query'], emailAddress: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await query(
    `insert into session (login_id, token_hash, step, created_at, last_seen_at, expires_at)
     select id, $1, 'signedIn', now(), now(), now() + interval '1 day' from login where email_address = $2`,
    [tokenHash(token), emailAddress],
  )
  return token
}
