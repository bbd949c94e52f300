import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { migrate } from '@seriatim/db/migrate'
import { withDatabase } from './cli-database.ts'
import { readConfig } from './config.ts'
import { openDb, openPool } from './db/pool.ts'
import { queueAllMatching } from './domains/recall/recall.jobs.ts'
import { loadRecalls, type RecallOutcome } from './domains/recall/recall-load.service.ts'
import { FeedFileError } from './feed/json-items.ts'

const USAGE = `Loads drug recalls from openFDA's enforcement reports. All of it or nothing; the same files again change nothing.

  npm run recalls:load -- drug-enforcement-0001-of-0001.json.zip      open.fda.gov/data/downloads

  --force    also when these files were the last that were loaded

What a recall said before is kept. An older file never replaces what a newer one said. Every customer with recall alerts is compared with
what changed: by the running server, else at its next start. Works on DATABASE_URL, else on the embedded database of DATA_DIR.`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' }, help: { type: 'boolean' } }, allowPositionals: true })
  if (values.help || positionals.length === 0) return fail(USAGE)
  const missing = positionals.find((path) => !existsSync(path))
  if (missing) return fail(`There is no file ${missing}.`)
  await withDatabase(readConfig(), async (ownerUrl) => {
    await migrate(ownerUrl)
    const pool = openPool(ownerUrl, 'seriatim_system', 2)
    try {
      const outcome = await loadRecalls(pool, positionals, { source: 'openfda', isForced: values.force ?? false, now: new Date() })
      if (!outcome.isSame) await queueAllMatching({ db: openDb(pool), system: { system: openDb(pool) } })
      say(outcome)
    } catch (error) {
      if (!(error instanceof FeedFileError)) throw error
      fail(error.message)
    } finally {
      await pool.end()
    }
  })
}

function say({ isSame, records, added, changed, late, unusable }: RecallOutcome): void {
  if (isSame) process.stdout.write('These files are loaded already. Nothing was changed.\n')
  else
    process.stdout.write(
      `${records} records: ${added} new recalls, ${changed} changed; ${late} records older than what is known, ${unusable} unusable.\n`,
    )
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

await run()
