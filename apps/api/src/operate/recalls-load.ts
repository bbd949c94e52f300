import { openDb } from '../db/pool.ts'
import { loadRecalls } from '../domains/recall/load/recall-load.service.ts'
import { queueAllMatching } from '../domains/recall/recall.jobs.ts'
import { runFeedCommand } from './feed-command.ts'

const USAGE = `Loads drug recalls from openFDA's enforcement reports. All of it or nothing; the same files again change nothing.

  npm run recalls:load -- drug-enforcement-0001-of-0001.json.zip      open.fda.gov/data/downloads

  --force    also when these files were the last that were loaded

What a recall said before is kept. An older file never replaces what a newer one said. Every customer with recall alerts is compared with
what changed: by the running server, else at its next start. Works on DATABASE_URL, else on the embedded database of DATA_DIR.`

await runFeedCommand({
  usage: USAGE,
  async load(pool, paths, isForced) {
    const outcome = await loadRecalls(pool, paths, { source: 'openfda', isForced, now: new Date() })
    if (!outcome.isSame) await queueAllMatching({ db: openDb(pool), system: { system: openDb(pool) } })
    return outcome
  },
  words: ({ records, added, changed, late, unusable }) =>
    `${records} records: ${added} new recalls, ${changed} changed; ${late} records older than what is known, ${unusable} unusable.`,
})
