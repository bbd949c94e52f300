import { loadDrugs } from '../domains/drug-reference/drug-load.service.ts'
import { runFeedCommand } from './feed-command.ts'

const USAGE = `Loads the drug reference from the FDA's NDC directory. All of it or nothing; the same files again change nothing.

  npm run drugs:load -- drug-ndc-0001-of-0001.json.zip      openFDA: open.fda.gov/data/downloads
  npm run drugs:load -- ndctext.zip                         FDA: product.txt and package.txt, zipped or both named

  --force    also when much of what is listed is not in the files

Works on DATABASE_URL, else on the embedded database of DATA_DIR, whether it runs or not.`

await runFeedCommand({
  usage: USAGE,
  load: (pool, paths, isForced) => loadDrugs(pool, paths, { source: 'fda', isForced, now: new Date() }),
  words: ({ entries, added, changed, unlisted, unusable }) =>
    `${entries} packages: ${added} new, ${changed} changed, ${unlisted} no longer listed, ${unusable} without a usable code.`,
})
