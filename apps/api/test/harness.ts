import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneCitusDatabase, dropCitusDatabase } from '@seriatim/db/citus/nodes'
import { openLogins } from '@seriatim/db/logins'
import { type Simulator, startSimulator } from '@seriatim/simulator'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { openCallCounter } from '../src/call/call-counter.ts'
import type { RequestFacts } from '../src/call/context.ts'
import type { Deps } from '../src/call/deps.ts'
import { createCaller } from '../src/call/trpc.ts'
import type { Clock } from '../src/core/clock.ts'
import { type Config, readConfig } from '../src/core/config.ts'
import { createSecrets, newToken, tokenHash } from '../src/core/secrets.ts'
import { SharedQuery } from '../src/db/connection/shared-query.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import { withSystem } from '../src/db/system-tx.ts'
import { jobs, listeners } from '../src/domains/all.ts'
import { insertSession, updateSession } from '../src/domains/auth/auth.queries.ts'
import { openSignInGate } from '../src/domains/auth/sign-in/sign-in-gate.ts'
import { UploadDesk } from '../src/domains/upload/upload-desk.ts'
import { catalog } from '../src/facts.ts'
import { createContext } from '../src/http/make-context.ts'
import { makeTaskList, startWorker, type Worker } from '../src/jobs/worker.ts'
import { type DemoMailbox, startDemoMailbox } from '../src/outside/demo-mailbox.ts'
import { createMailer } from '../src/outside/mail.ts'
import { createPaymentProvider } from '../src/outside/payment.ts'
import { createPdfPrinter } from '../src/outside/pdf.ts'
import { createStorage } from '../src/outside/storage.ts'
import { appRouter } from '../src/router.ts'
import { SIMULATED_PRODUCTS } from '../src/seed/demo-subscriptions.ts'
import { CITUS_TEMPLATE, databaseUrl, type TestServer } from './global-setup.ts'
import { runDueJobs } from './run-jobs.ts'

const makeCaller = createCaller(appRouter)
export type Caller = ReturnType<typeof makeCaller>

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: Date | string): void
  advance(ms: number): void
}

/** A person who can sign in. */
export interface TestUser {
  userId: number
  loginId: number
  emailAddress: string
}

/** A browser or a program that calls the server. It stores each token that it receives, and sends the token with the next call. */
export interface Visitor {
  call: Caller
  token: string | null
}

export type VisitorFacts = Partial<Pick<RequestFacts, 'address' | 'timeZone' | 'isBackground' | 'userAgent'>> & { token?: string }

export interface TestDb {
  deps: Deps
  config: Config
  clock: TestClock
  mailbox: DemoMailbox
  /** The simulator of the payment provider. */
  simulator: Simulator
  /** Connection string of the role seriatim_owner for the clone. */
  ownerUrl: string
  superuserUrl: string
  /** Queries as the superuser, who bypasses row security. */
  query<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  /**
   * Counts the statements that wait for a lock, on all machines of a cluster. With `text`, counts only statements that match it. The pattern must
   * allow for the numbers that a cluster appends to table names.
   */
  countWaiting(text?: RegExp): Promise<number>
  /** Returns a tRPC caller with a session of this user; every call creates its own context, as a request does. */
  as(user: TestUser | { admin: TestUser }, facts?: VisitorFacts): Caller
  /** Token of a session like the one that sign-in creates. */
  signIn(user: TestUser): Promise<string>
  visitor(facts?: VisitorFacts): Visitor
  anonymous(facts?: VisitorFacts): Caller
  app(extras?: Omit<Parameters<typeof createApp>[1], 'mailbox'>): Promise<FastifyInstance>
  /** Runs all queued jobs and those they enqueue, with the real code; emails are then in `mailbox`. */
  runJobs(): Promise<void>
  /** Starts a worker that runs jobs while the test continues. Needed to test a call that does not return until a job has finished. */
  startWorker(): Promise<Worker>
  close(): Promise<void>
}

export interface TestDbOptions {
  config?: Partial<Config>
  poolSize?: number
}

const MINUTE = 60_000

/**
 * Settings for queries that read several customers at once, which only tests make. They allow a cluster to join rows from different machines, and to
 * turn triggers off and on.
 */
const CITUS_OPTIONS = '-c citus.enable_repartition_joins=on -c citus.enable_unsafe_triggers=on'

/** Creates a database for one test file by cloning the template, with all dependencies as main.ts creates them. */
export async function openTestDb({ config: overrides, poolSize = 4 }: TestDbOptions = {}): Promise<TestDb> {
  const server = inject('postgres')
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  const { ownerUrl, superuserUrl, drop } = await createDatabase(server, name)
  const dir = await mkdtemp(join(tmpdir(), 'seriatim-test-'))
  const credentials = { username: 'test', password: 'test', webhookSecret: 'a-secret-of-sixteen' }
  const simulator = await startSimulator({ ...credentials, products: SIMULATED_PRODUCTS })
  const payment = { ...credentials, url: simulator.url, storeUrl: simulator.url }
  const config = testConfig(dir, { payment, ...overrides })
  const logins = await openLogins(ownerUrl, config.secretKey, { mayGive: false })
  const pool = openPool(logins, 'seriatim_app', poolSize, catalog)
  const systemPool = openPool(logins, 'seriatim_system', 4, catalog)
  const signInPool = openPool(logins, 'seriatim_system', 4, catalog)
  const ownerPool = new pg.Pool({ connectionString: ownerUrl, max: 3 })
  const superuserPool = new pg.Pool({ connectionString: superuserUrl, max: 2, ...(server.citus && { options: CITUS_OPTIONS }) })
  const machines = server.citus?.map((connectionString) => new pg.Pool({ connectionString, max: 1 })) ?? [superuserPool]
  const watchers = [...new Set([ownerPool, superuserPool, ...machines])]
  for (const one of watchers) one.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const mailbox = await startDemoMailbox(join(dir, 'mail'))
  const clock = testClock()
  const system = { system: openDb(systemPool) }
  const deps: Deps = {
    config,
    clock,
    pool,
    db: openDb(pool, listeners),
    sharedQueries: { session: new SharedQuery(), token: new SharedQuery() },
    uploads: new UploadDesk(openDb(pool, listeners)),
    system,
    calls: openCallCounter(system, silent),
    systemPool,
    signIn: { gate: openSignInGate(config), db: { system: openDb(signInPool) } },
    secrets: createSecrets(config.secretKey),
    catalog,
    storage: createStorage({ kind: 'folder', dir: join(dir, 'files') }),
    mailer: createMailer(mailbox.smtpUrl),
    payment: createPaymentProvider({ ...payment, retryMs: [1, 1], circuit: { failures: 1000, openMs: 1 } }),
    pdf: createPdfPrinter(config.browser),
    log: silent,
  }
  const apps: FastifyInstance[] = []
  const workers: Worker[] = []
  const tokens = new Map<number, { token: string; at: number }>()

  /** Whether a session token still works; a test may have signed the user out everywhere. */
  async function isGood(token: string): Promise<boolean> {
    const { rowCount } = await superuserPool.query('select from session where token_hash = $1 and revoked_at is null', [tokenHash(token)])
    return rowCount === 1
  }

  async function readToken(user: TestUser): Promise<string> {
    const known = tokens.get(user.loginId)
    const now = clock.now().getTime()
    if (known && Math.abs(now - known.at) < 20 * MINUTE && (await isGood(known.token))) return known.token
    const token = await insertSignedIn(deps, user)
    tokens.set(user.loginId, { token, at: now })
    return token
  }

  return {
    deps,
    config,
    clock,
    mailbox,
    simulator,
    ownerUrl,
    superuserUrl,
    async query<T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) {
      return (await superuserPool.query<T>(text, values)).rows
    },
    async countWaiting(text = /./) {
      const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query ~* $2`
      const found = await Promise.all(machines.map((machine) => machine.query(waiting, [name, text.source])))
      return found.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
    },
    as(user, facts = {}) {
      const person = 'admin' in user ? user.admin : user
      return makeCaller(async () => createContext(deps, { ...collectFacts(facts), token: await readToken(person) }))
    },
    signIn: (user) => insertSignedIn(deps, user),
    visitor: (facts) => makeVisitor(deps, facts),
    anonymous: (facts) => makeVisitor(deps, facts).call,
    async app(extras = {}) {
      const app = await createApp(deps, { mailbox, ...extras })
      apps.push(app)
      await app.ready()
      return app
    },
    async runJobs() {
      await runDueJobs(ownerPool, makeTaskList(deps, jobs))
    },
    async startWorker() {
      const worker = await startWorker(ownerUrl, deps, jobs)
      workers.push(worker)
      return worker
    },
    async close() {
      for (const worker of workers) await worker.stop()
      for (const app of apps) await app.close()
      await deps.calls.idle()
      await deps.pdf.close()
      await deps.mailer.close()
      await mailbox.close()
      await simulator.close()
      for (const one of [pool, systemPool, signInPool, ...watchers]) await one.end()
      await drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

interface Created {
  ownerUrl: string
  superuserUrl: string
  drop(): Promise<void>
}

/** Creates a test's database by cloning the template. On a Citus cluster, every node gets a clone. */
async function createDatabase(server: TestServer, name: string): Promise<Created> {
  const { citus, superuserUrl, ownerUrl, template } = server
  if (citus) {
    return { ...(await cloneCitusDatabase(citus, CITUS_TEMPLATE, name)), drop: () => dropCitusDatabase(citus, name) }
  }
  await asSuperuser(superuserUrl, `create database ${name} template ${template} owner seriatim_owner`)
  return {
    ownerUrl: databaseUrl(ownerUrl, name),
    superuserUrl: databaseUrl(superuserUrl, name),
    drop: () => asSuperuser(superuserUrl, `drop database ${name} with (force)`),
  }
}

const silent: Deps['log'] = { debug() {}, info() {}, warn() {}, error() {} }

function testConfig(dir: string, overrides: Partial<Config> = {}): Config {
  const unlimited = { signInLanes: 4, signInsWaiting: 1000, signInsOfNetwork: 1000 }
  return {
    ...readConfig({
      DATA_DIR: join(dir, 'data'),
      SECRET_KEY: inject('postgres').secretKey,
      LOG_LEVEL: 'silent',
      CALLS_PER_MINUTE: '1000000',
    }),
    ...unlimited,
    ...overrides,
  }
}

function testClock(): TestClock {
  let now = new Date()
  return {
    now: () => new Date(now),
    set(at) {
      now = new Date(at)
    },
    advance(ms) {
      now = new Date(now.getTime() + ms)
    },
  }
}

function collectFacts(facts: VisitorFacts): RequestFacts {
  return {
    token: undefined,
    address: '127.0.0.1',
    userAgent: 'test',
    timeZone: 'America/New_York',
    isBackground: false,
    requestId: 'test',
    issueToken() {},
    ...facts,
  }
}

function makeVisitor(deps: Deps, { token, ...facts }: VisitorFacts = {}): Visitor {
  const visitor: Visitor = {
    token: token ?? null,
    call: makeCaller(() =>
      createContext(deps, {
        ...collectFacts(facts),
        token: visitor.token ?? undefined,
        issueToken(issued) {
          visitor.token = issued
        },
      }),
    ),
  }
  return visitor
}

/** Inserts a session in the state that it has after a completed sign-in. */
async function insertSignedIn(deps: Deps, { loginId }: TestUser): Promise<string> {
  const token = newToken()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + deps.config.sessionHours * 60 * MINUTE)
  await withSystem(deps.system, async (tx) => {
    const session = { loginId, tokenHash: tokenHash(token), isTemporary: false, now, expiresAt, address: '127.0.0.1', userAgent: 'test' }
    await updateSession(tx, await insertSession(tx, session), { step: 'signedIn' })
  })
  return token
}

async function asSuperuser(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
