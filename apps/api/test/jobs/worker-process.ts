import { join } from 'node:path'
import { openLogins } from '@seriatim/db/logins'
import { openCallCounter } from '../../src/call/call-counter.ts'
import { systemClock } from '../../src/core/clock.ts'
import { readConfig } from '../../src/core/config.ts'
import { createSecrets } from '../../src/core/secrets.ts'
import { SharedQuery } from '../../src/db/connection/shared-query.ts'
import { openDb, openPool } from '../../src/db/pool.ts'
import { jobs, listeners } from '../../src/domains/all.ts'
import { openSignInGate } from '../../src/domains/auth/sign-in/sign-in-gate.ts'
import { UploadDesk } from '../../src/domains/upload/upload-desk.ts'
import { catalog } from '../../src/facts.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { createMailer } from '../../src/outside/mail.ts'
import { createPdfPrinter } from '../../src/outside/pdf.ts'
import { createStorage } from '../../src/outside/storage.ts'

/** A worker in a separate process, created as in main.ts, for tests that kill it. Uses DATABASE_URL, DATA_DIR and FILES_DIR. */
const config = readConfig()
const ownerUrl = config.databaseUrl ?? ''
const logins = await openLogins(ownerUrl, config.secretKey, { mayGive: false })
const pool = openPool(logins, 'seriatim_app', 4, catalog)
const systemPool = openPool(logins, 'seriatim_system', 4, catalog)
await startWorker(
  ownerUrl,
  {
    config,
    pool,
    db: openDb(pool, listeners),
    sharedQueries: { session: new SharedQuery(), token: new SharedQuery() },
    uploads: new UploadDesk(openDb(pool, listeners)),
    system: { system: openDb(systemPool) },
    systemPool,
    calls: openCallCounter({ system: openDb(systemPool) }, console),
    signIn: { gate: openSignInGate(config), db: { system: openDb(systemPool) } },
    storage: createStorage({ kind: 'folder', dir: process.env.FILES_DIR ?? join(config.dataDir, 'files') }),
    pdf: createPdfPrinter(config.browser),
    payment: undefined,
    mailer: createMailer('smtp://127.0.0.1:9/?ignoreTLS=true'),
    secrets: createSecrets(config.secretKey),
    catalog,
    clock: systemClock,
    log: console,
  },
  jobs,
)
