import { parseArgs } from 'node:util'
import { benchApi } from './bench/api.ts'
import { benchBackup } from './bench/backup.ts'
import { benchDispense } from './bench/dispense.ts'
import { benchEpcis } from './bench/epcis.ts'
import { printRatio } from './bench/frame.ts'
import { benchImport } from './bench/import.ts'
import { benchPack } from './bench/pack.ts'
import { benchRecalls } from './bench/recalls.ts'
import { benchReceive } from './bench/receive.ts'
import { benchSearch } from './bench/search.ts'
import { benchTrail } from './bench/trail.ts'

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string' },
    serials: { type: 'string', default: '100000' },
    document: { type: 'string', default: '560000' },
    meds: { type: 'string' },
    customers: { type: 'string', default: '1' },
    recalls: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '10000000' },
    call: { type: 'string' },
    profile: { type: 'string' },
  },
})
const serials = Number(values.serials)
const meds = (usual: number) => Number(values.meds ?? usual)

/**
 * `npm run bench [-- --only NAME]`: compares our code with a reference in the same run and prints the ratio. Absolute times depend on the machine, so
 * only the ratio is meaningful.
 */
const BENCHES: Record<string, { what: string; run: () => void | Promise<void> }> = {
  epcis: { what: 'a document judged by every rule [--document 560000]', run: () => printEpcis(Number(values.document)) },
  import: { what: 'a document imported beside COPY [--serials 100000]', run: () => benchImport(serials) },
  receive: { what: 'Receive All beside the bare UPDATE [--serials 100000]', run: () => benchReceive(serials) },
  search: {
    what: 'searches at size beside bare queries [--meds 10000000 --customers 1]',
    run: () => benchSearch({ meds: meds(10_000_000), customers: Number(values.customers) }),
  },
  dispense: { what: 'dispense checks beside a bare query [--meds 10000000]', run: () => benchDispense(meds(10_000_000)) },
  recalls: {
    what: 'recalls read, loaded and compared [--meds 1000000 --recalls 100000]',
    run: () => benchRecalls({ meds: meds(1_000_000), recalls: Number(values.recalls) }),
  },
  trail: { what: 'the audit trail sealed into its log, and proofs of it [--rows 10000000]', run: () => benchTrail(Number(values.rows)) },
  pack: { what: 'an inspection pack beside zipping the same files [--meds 1000000]', run: () => benchPack(meds(1_000_000)) },
  backup: { what: 'backup and restore beside COPY [--meds 1000000]', run: () => benchBackup(meds(1_000_000)) },
  api: {
    what: "calls beside a bare server [--call 'who am I' --profile FOLDER]",
    run: () => benchApi({ only: values.call, profile: values.profile }),
  },
}

function printEpcis(serials: number): void {
  const rate = (value: number) => `${value.toFixed(1)} MB/s`
  for (const meds of [serials / 10, serials]) {
    const { ours, json, sax, xmllint, epcs, megabytes } = benchEpcis(Math.round(meds))
    console.log(`EPCIS, one document of ${megabytes.toFixed(0)} MB with ${epcs.toLocaleString('en-US')} serials`)
    if (xmllint === null) console.log('  xmllint or its schemas are not here, skipped')
    else {
      printRatio('  judged by every rule', rate(ours.rate), `xmllint ${rate(xmllint.rate)}`, ours.rate / xmllint.rate)
      printRatio('  by a process that has read one', rate(ours.rateAgain), `xmllint ${rate(xmllint.rate)}`, ours.rateAgain / xmllint.rate)
      const { processor } = ours
      printRatio(
        '  processor time',
        `${processor.toFixed(2)} s`,
        `xmllint ${xmllint.processor.toFixed(2)} s`,
        xmllint.processor / processor,
      )
    }
    printRatio('  the same as JSON', rate(json.rate), `XML ${rate(ours.rate)}`, json.rate / ours.rate)
    printRatio('  as JSON with Digital Links', rate(json.linkRate), `XML ${rate(ours.rate)}`, json.linkRate / ours.rate)
    printRatio('  judged by every rule', rate(ours.rate), `sax alone ${rate(sax)}`, ours.rate / sax)
    const bound = 64 + (64 * epcs) / 2 ** 20
    if (ours.peak === null) console.log('  its memory: not told by this system, skipped')
    else printRatio('  memory above start-up, room left', `${ours.peak.toFixed(0)} MB`, `bound ${bound.toFixed(0)} MB`, bound / ours.peak)
  }
  console.log(
    '  (the best of five rounds; xmllint --stream --schema, sax with namespaces; memory bound 64 MB and 64 bytes for each serial)',
  )
}

const wanted = Object.entries(BENCHES).filter(([name]) => values.only === undefined || values.only === name)
if (values.help || !wanted.length) {
  console.log('npm run bench [-- --only NAME]')
  for (const [name, { what }] of Object.entries(BENCHES)) console.log(`  ${name.padEnd(16)}${what}`)
  if (!values.help) process.exitCode = 1
} else for (const [, { run }] of wanted) await run()
