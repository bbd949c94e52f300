import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openLogins } from '@seriatim/db/logins'
import { migrate } from '@seriatim/db/migrate'
import { readConfig } from '../core/config.ts'
import type { ConnectionPool } from '../db/connection/connection-pool.ts'
import { openPool } from '../db/pool.ts'
import { FeedFileError } from '../outside/feed/json-items.ts'
import { withDatabase } from './cli-database.ts'

interface FeedCommand<Outcome extends { isSame: boolean }> {
  usage: string
  /**
   * Loads the files at these paths. Skips files that have not changed since they were last loaded, unless `isForced`.
   * @param pool connections as `seriatim_system`.
   * @throws FeedFileError with a sentence for the operator.
   */
  load: (pool: ConnectionPool, paths: readonly string[], isForced: boolean) => Promise<Outcome>
  /** Describes the result of a load. Not called if the same files were loaded before. */
  words: (outcome: Outcome) => string
}

/** Command that loads FDA files: reads its arguments, migrates, loads and reports the result. Exits with 1 on failure. */
export async function runFeedCommand<Outcome extends { isSame: boolean }>({ usage, load, words }: FeedCommand<Outcome>): Promise<void> {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' }, help: { type: 'boolean' } }, allowPositionals: true })
  if (values.help || positionals.length === 0) return fail(usage)
  const missing = positionals.find((path) => !existsSync(path))
  if (missing) return fail(`There is no file ${missing}.`)
  const config = readConfig()
  await withDatabase(config, async (ownerUrl) => {
    await migrate(ownerUrl)
    const pool = openPool(await openLogins(ownerUrl, config.secretKey, { mayGive: false }), 'seriatim_system', 2)
    try {
      const outcome = await load(pool, positionals, values.force ?? false)
      process.stdout.write(outcome.isSame ? 'These files have already been loaded. Nothing was changed.\n' : `${words(outcome)}\n`)
    } catch (error) {
      if (!(error instanceof FeedFileError)) throw error
      fail(error.message)
    } finally {
      await pool.end()
    }
  })
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
