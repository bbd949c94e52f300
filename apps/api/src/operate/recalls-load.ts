import { openDb } from '../db/pool.ts'
import { loadRecalls } from '../domains/recall/load/recall-load.service.ts'
import { queueAllMatching } from '../domains/recall/recall.jobs.ts'
import { runFeedCommand } from './feed-command.ts'

const USAGE = `Loads drug recalls from openFDA's enforcement reports. A load is all or nothing; loading the same files again changes nothing.

  npm run recalls:load -- drug-enforcement-0001-of-0001.json.zip      open.fda.gov/data/downloads

  --force    load even if these files were the last ones loaded

Earlier versions of a recall are kept, and an older file never replaces data from a newer one. The server compares the changes with the
orders of every customer with recall alerts, now or at its next start. Uses the database in DATABASE_URL, or else the embedded database in DATA_DIR.`

await runFeedCommand({
  usage: USAGE,
  async load(pool, paths, isForced) {
    const outcome = await loadRecalls(pool, paths, { source: 'openfda', isForced, now: new Date() })
    if (!outcome.isSame) await queueAllMatching({ db: openDb(pool), system: { system: openDb(pool) } })
    return outcome
  },
  words: ({ records, added, changed, late, unusable }) =>
    `${records} records: ${added} new recalls, ${changed} changed; ${late} records older than the stored ones, ${unusable} unusable.`,
})
