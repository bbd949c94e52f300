import { resolve } from 'node:path'
import { openLogins } from '@seriatim/db/logins'
import { readMigrations } from '@seriatim/db/migrate'
import { formatAmount } from '@seriatim/schema'
import { Client } from 'pg'
import { readConfig } from '../../core/config.ts'
import { createSecrets } from '../../core/secrets.ts'
import { openDb, openPool } from '../../db/pool.ts'
import { readLogFingerprint } from '../../domains/audit/audit-log.service.ts'
import { listCustomerIds } from '../../jobs/customers.ts'
import { openStorage } from '../../outside/storage.ts'
import { runCommand, say } from '../backup/command.ts'
import { withDatabase } from '../cli-database.ts'
import { type ExportPlace, exportOrders } from './export.service.ts'
import { keepRecords } from './keep.service.ts'
import { type RetentionOptions, readOptions } from './options.ts'
import { makePlan } from './plan.service.ts'
import { verifyExport } from './read-export.ts'
import { reasonSentence } from './reason-words.ts'
import { type RemovalPlace, removeOrders } from './remove.service.ts'
import { cutoffDate } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'
import { keepSummary, planSummary, removalSummary } from './words.ts'

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2))
  const config = readConfig()
  await withDatabase(config, async (ownerUrl) => {
    await mustFit(ownerUrl)
    const logins = await openLogins(ownerUrl, config.secretKey, { mayGive: false })
    const pool = openPool(logins, 'seriatim_app', 2)
    const systemPool = openPool(logins, 'seriatim_system', 1)
    try {
      const secrets = createSecrets(config.secretKey)
      const place = { pool, db: openDb(pool), storage: openStorage(config), secrets, now: new Date() }
      await carryOut(options, place, () => listCustomerIds({ system: openDb(systemPool) }))
    } finally {
      await pool.end()
      await systemPool.end()
    }
  })
})

/** Checks the schema instead of migrating, because a command that only reports must not change the database. @throws RetentionFailure */
async function mustFit(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'seriatim retention' })
  await client.connect()
  try {
    const isMigrated = (await client.query(`select from pg_class where oid = to_regclass('public.migration')`)).rowCount
    const { rows } = isMigrated ? await client.query<{ name: string }>('select name from migration') : { rows: [] }
    const [done, known] = [new Set(rows.map(({ name }) => name)), (await readMigrations()).map(({ name }) => name)]
    if (known.some((name) => !done.has(name)))
      throw new RetentionFailure(
        'The database is older than this program. Start this version of the server, which updates the database, and try again.',
      )
    if (done.size > known.length)
      throw new RetentionFailure('The database was updated by a newer version of Seriatim. Run this command with that version.')
  } finally {
    await client.end()
  }
}

type Place = ExportPlace & RemovalPlace

async function carryOut(options: RetentionOptions, place: Place, listIds: () => Promise<number[]>): Promise<void> {
  const { pool, now } = place
  const key = readLogFingerprint(place.secrets)
  if (options.kind === 'keep' || options.kind === 'letGo') {
    const kept = await keepRecords(pool, options.customer, { ...options, now })
    return say(keepSummary(kept, options))
  }
  if (options.kind === 'remove') {
    const verified = await verifyExport(resolve(options.file), key)
    const { manifest, sha256 } = verified
    say(
      `${options.file}: ${formatAmount(manifest.counts.orders ?? 0, 'order')} of ${manifest.customer.name}, complete and undamaged. SHA-256 ${sha256}`,
    )
    const removed = await removeOrders(place, verified)
    say(removalSummary(removed))
    if (removed.skipped.length) process.exitCode = 2
    return
  }
  const times = { cutoff: cutoffDate(now, options.years), years: options.years }
  for (const id of options.customer === undefined ? await listIds() : [options.customer]) {
    const plan = await makePlan(pool, id, times)
    if (!plan)
      throw new RetentionFailure(`There is no customer ${id}. Run the command without --customer to list all customers with their numbers.`)
    say(planSummary(plan, times))
    if (options.kind === 'plan') continue
    if (!plan.groups.length) return
    const { path, counts, lost } = await exportOrders(place, plan, times, { folder: resolve(options.folder), now })
    await verifyExport(path, key)
    say(
      `Exported and verified: ${path}, ${formatAmount(counts.orders, 'order')}, ${formatAmount(counts.files, 'file')}. Nothing was removed.`,
    )
    for (const [order, reason] of lost) say(`  Left out: order ${order}: ${reasonSentence(reason)}`)
    say(`Store a copy elsewhere, then run: npm run retention -- --remove ${path}`)
    if (lost.size) process.exitCode = 2
  }
  if (options.kind === 'plan') say('Nothing was changed.')
}
