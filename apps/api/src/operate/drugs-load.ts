import { loadDrugs } from '../domains/drug-reference/drug-load.service.ts'
import { runFeedCommand } from './feed-command.ts'

const USAGE = `Loads the drug reference from the FDA's NDC directory. A load is all or nothing; loading the same files again changes nothing.

  npm run drugs:load -- drug-ndc-0001-of-0001.json.zip      openFDA: open.fda.gov/data/downloads
  npm run drugs:load -- ndctext.zip                         FDA: product.txt and package.txt, in one zip or as two files

  --force    load even if the files lack many of the listed packages

Uses the database in DATABASE_URL, or else the embedded database in DATA_DIR, whether it is running or not.`

await runFeedCommand({
  usage: USAGE,
  load: (pool, paths, isForced) => loadDrugs(pool, paths, { source: 'fda', isForced, now: new Date() }),
  words: ({ entries, added, changed, unlisted, unusable }) =>
    `${entries} packages: ${added} new, ${changed} changed, ${unlisted} no longer listed, ${unusable} without a usable code.`,
})
