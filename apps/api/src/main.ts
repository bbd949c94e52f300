import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startEmbedded } from '@seriatim/db/embedded/index'
import { openLogins } from '@seriatim/db/logins'
import { migrate } from '@seriatim/db/migrate'
import { createApp } from './app.ts'
import { openCallCounter } from './call/call-counter.ts'
import type { Deps } from './call/deps.ts'
import { systemClock } from './core/clock.ts'
import { CLOSE_MS, type Config, expectSafeExposure, readConfig } from './core/config.ts'
import { createSecrets } from './core/secrets.ts'
import { SharedQuery } from './db/connection/shared-query.ts'
import { openDb, openPool } from './db/pool.ts'
import { withSystem } from './db/system-tx.ts'
import { jobs, listeners } from './domains/all.ts'
import { openSignInGate } from './domains/auth/sign-in/sign-in-gate.ts'
import { saveBillingConfig } from './domains/entitlement/entitlement.service.ts'
import { WEBHOOK_PATH } from './domains/subscription/provider/webhook.ts'
import { UploadDesk } from './domains/upload/upload-desk.ts'
import { catalog } from './facts.ts'
import { takeServingLock, writeAddressFile } from './http/serving.ts'
import { startWorker } from './jobs/worker.ts'
import type { DemoMailbox } from './outside/demo-mailbox.ts'
import { createMailer } from './outside/mail.ts'
import { createPaymentProvider } from './outside/payment.ts'
import { type RunningSimulator, startPaymentSimulator } from './outside/payment-simulator.ts'
import { createPdfPrinter } from './outside/pdf.ts'
import { startSimulatorProcess } from './outside/simulator-process.ts'
import { openStorage } from './outside/storage.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS, seedDemo } from './seed/demo.ts'
import { seedDemoDoors } from './seed/demo-doors.ts'
import { seedDrugs } from './seed/demo-drugs.ts'
import { seedDemoExceptions } from './seed/demo-exceptions.ts'
import { seedDemoPartners } from './seed/demo-partners.ts'
import { seedRecalls } from './seed/demo-recalls.ts'
import { SIMULATED_ACCOUNTS, SIMULATED_PRODUCTS, seedDemoSubscriptions } from './seed/demo-subscriptions.ts'
import { seedDemoTracing } from './seed/demo-tracing.ts'

/** Cleanup steps for shutdown; the last added runs first. */
const closers: (() => Promise<unknown>)[] = []
let isClosing = false

async function close(code: number): Promise<never> {
  if (!isClosing) {
    isClosing = true
    setTimeout(() => {
      say(`Shutdown was not complete after ${CLOSE_MS / 1000} seconds.`)
      process.exit(code)
    }, CLOSE_MS).unref()
    for (const closer of closers.reverse())
      await closer().catch((error: unknown) => say(`During shutdown: ${error instanceof Error ? error.message : String(error)}`))
  }
  process.exit(code)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  say('Starting the embedded PostgreSQL server ...')
  const database = await startEmbedded({ dataDir: config.dataDir, log: say })
  // Only the process that holds this lock may serve; a second copy exits without touching the database server, which belongs to the first.
  const lock = await takeServingLock(database.ownerUrl, config.dataDir)
  if (!lock.isOurs) {
    say(
      `Another copy of the server is already using ${config.dataDir}${lock.address ? `: ${lock.address}` : ''}. Stop it first, or set DATA_DIR and PORT to run a second one.`,
    )
    process.exit(1)
  }
  closers.push(
    () => database.stop(),
    () => lock.release(),
  )
  return database.ownerUrl
}

/** Outside production no real payments are made: the provider is simulated unless the environment configures a real one. */
async function openSimulator({ isProduction, isBillingOn, payment, dataDir }: Config): Promise<RunningSimulator | undefined> {
  if (isProduction || !isBillingOn || payment) return undefined
  const simulator = await startPaymentSimulator({ dataDir }, { products: SIMULATED_PRODUCTS, seeds: SIMULATED_ACCOUNTS })
  closers.push(() => simulator.stop())
  return simulator
}

/** Starts the simulated service with which customers can try verification, outside production only. */
async function openVerificationSimulator({ isProduction }: Config): Promise<string | undefined> {
  if (isProduction) return undefined
  const { url, stop } = await startSimulatorProcess('verification/main.ts', {})
  closers.push(stop)
  return url
}

/** Opens the demo mailbox; imports its module only when needed. */
async function openDemoMailbox({ dataDir }: Config): Promise<DemoMailbox> {
  const { startDemoMailbox } = await import('./outside/demo-mailbox.ts')
  return startDemoMailbox(join(dataDir, 'mail'))
}

/** In a demo on this machine, files can arrive by SFTP and email, too, without any setting. */
async function openDemoPorts(config: Config): Promise<void> {
  if (config.isProduction || config.hasDemoLogins) return
  config.sftpDoorPort ??= await findFreePort(2222, config)
  if (config.replyAddress !== undefined) config.smtpDoorPort ??= await findFreePort(2525, config)
}

/** Finds a free port: the wanted one, or any other if the wanted one is in use. */
async function findFreePort(wanted: number, { host, port }: Config): Promise<number> {
  if (port === 0) return 0
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(0))
    server.listen(wanted, host, () => server.close(() => resolve(wanted)))
  })
}

async function start(): Promise<void> {
  const config = readConfig()
  expectSafeExposure(config)
  mkdirSync(config.dataDir, { recursive: true })
  const ownerUrl = await openDatabase(config)
  await migrate(ownerUrl, say)
  const logins = await openLogins(ownerUrl, config.secretKey, { mayGive: true, warn: say })
  const pool = openPool(logins, 'seriatim_app', config.databasePool, catalog)
  const systemPool = openPool(logins, 'seriatim_system', Math.max(4, Math.ceil(config.databasePool / 3)), catalog)
  const signInPool = openPool(logins, 'seriatim_system', config.signInLanes + 1, catalog)
  closers.push(
    () => signInPool.end(),
    () => systemPool.end(),
    () => pool.end(),
  )
  const mailbox = config.smtpUrl ? undefined : await openDemoMailbox(config)
  if (mailbox) closers.push(() => mailbox.close())
  const mailer = createMailer(config.smtpUrl ?? mailbox?.smtpUrl ?? '')
  const pdf = createPdfPrinter(config.browser)
  closers.push(
    () => mailer.close(),
    () => pdf.close(),
  )
  const storage = openStorage(config)
  const simulator = await openSimulator(config)
  if (simulator) config.payment = simulator.payment
  config.verificationSimulatorUrl = await openVerificationSimulator(config)
  const system = { system: openDb(systemPool) }
  const calls = openCallCounter(system, console)
  closers.push(() => calls.idle())
  const db = openDb(pool, listeners)
  const deps: Deps = {
    config,
    storage,
    mailer,
    pdf,
    payment: config.payment && createPaymentProvider(config.payment),
    pool,
    secrets: createSecrets(config.secretKey),
    catalog,
    clock: systemClock,
    db,
    sharedQueries: { session: new SharedQuery(), token: new SharedQuery() },
    uploads: new UploadDesk(db),
    system,
    calls,
    systemPool,
    signIn: { gate: openSignInGate(config), db: { system: openDb(signInPool) } },
    log: console,
  }
  await withSystem(deps.system, (tx) => saveBillingConfig(tx, config))
  if (!config.isProduction) {
    await seedDemo(deps.system)
    await seedDemoSubscriptions(deps.system, deps.clock.now())
    await seedDemoPartners(deps.system, deps.clock.now())
    await seedDrugs(systemPool)
    await seedRecalls(deps)
    if (config.hasDemoFiles) await seedDemoExceptions(deps)
    if (config.hasDemoFiles) await seedDemoTracing(deps)
  }
  await openDemoPorts(config)
  const app = await createApp(deps, mailbox ? { mailbox } : {})
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${config.port} is in use by another program. Set PORT to a different port.`) : error
  })
  const worker = await startWorker(ownerUrl, deps, jobs)
  // Stops the worker and the incoming requests in parallel, because one after the other could exceed the grace period in the compose file.
  closers.push(() => Promise.all([worker.stop(), app.incoming.close()]))
  const url = config.publicUrl ?? address.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost')
  simulator?.listen(address.replace('0.0.0.0', '127.0.0.1') + WEBHOOK_PATH)
  writeAddressFile(config.dataDir, url)
  const doors = config.isProduction || config.hasDemoLogins ? [] : await seedDemoDoors(deps, url)
  announce(config, url, { hasMailbox: Boolean(mailbox), simulator, doors })
}

function announce(
  config: Config,
  url: string,
  { hasMailbox, simulator, doors }: { hasMailbox: boolean; simulator: RunningSimulator | undefined; doors: [string, string][] },
): void {
  say(`\n${config.brand} is running at ${url}`)
  if (!config.isProduction) {
    say(`\n  Sign in as   ${DEMO_SIGN_INS.join(', ')}\n  Password     ${DEMO_PASSWORD}`)
    if (hasMailbox) say(`  Codes        ${url}/demo/mail shows the emails with the one-time codes`)
    if (simulator) say(`  Payments     ${simulator.payment.url} simulates the payment provider`)
    if (config.verificationSimulatorUrl) say(`  Verification ${config.verificationSimulatorUrl} simulates a verification service`)
    say('  First order  Upload An Order, then "Try it with a sample order"')
    if (doors.length) say('\n  Deliver a file as a program does, then see Incoming Files:')
    for (const [name, command] of doors) say(`  ${name.padEnd(12)} ${command}`)
  }
  say(`  REST         ${url}/api/v1/docs\n\nPress Ctrl-C to stop.`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(0))
process.on('unhandledRejection', (error) => {
  say(`Unexpected error: ${error instanceof Error ? error.stack : String(error)}`)
})
start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  void close(1)
})
