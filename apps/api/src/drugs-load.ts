import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { migrate } from '@seriatim/db/migrate'
import { withDatabase } from './cli-database.ts'
import { readConfig } from './config.ts'
import { openPool } from './db/pool.ts'
import { type LoadOutcome, loadDrugs } from './domains/drug-reference/drug-load.service.ts'
import { FeedFileError } from './feed/json-items.ts'

const USAGE = `Loads the drug reference from the FDA's NDC directory. All of it or nothing; the same files again change nothing.

  npm run drugs:load -- drug-ndc-0001-of-0001.json.zip      openFDA: open.fda.gov/data/downloads
  npm run drugs:load -- ndctext.zip                         FDA: product.txt and package.txt, zipped or both named

  --force    also when much of what is listed is not in the files

Works on DATABASE_URL, else on the embedded database of DATA_DIR, whether it runs or not.`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' }, help: { type: 'boolean' } }, allowPositionals: true })
  if (values.help || positionals.length === 0) return fail(USAGE)
  const missing = positionals.find((path) => !existsSync(path))
  if (missing) return fail(`There is no file ${missing}.`)
  await withDatabase(readConfig(), async (ownerUrl) => {
    await migrate(ownerUrl)
    const pool = openPool(ownerUrl, 'seriatim_system', 2)
    try {
      say(await loadDrugs(pool, positionals, { source: 'fda', isForced: values.force ?? false, now: new Date() }))
    } catch (error) {
      if (!(error instanceof FeedFileError)) throw error
      fail(error.message)
    } finally {
      await pool.end()
    }
  })
}

function say({ isSame, entries, added, changed, unlisted, unusable }: LoadOutcome): void {
  if (isSame) process.stdout.write('These files are loaded already. Nothing was changed.\n')
  else
    process.stdout.write(
      `${entries} packages: ${added} new, ${changed} changed, ${unlisted} no longer listed, ${unusable} without a usable code.\n`,
    )
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

await run()
