import { parseArgs } from 'node:util'
import { benchApi } from './bench/api.ts'
import { benchBackup } from './bench/backup.ts'
import { benchEpcis } from './bench/epcis.ts'
import { tell } from './bench/frame.ts'
import { benchImport } from './bench/import.ts'
import { benchRecalls } from './bench/recalls.ts'
import { benchReceive } from './bench/receive.ts'
import { benchSearch } from './bench/search.ts'

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string' },
    serials: { type: 'string', default: '100000' },
    document: { type: 'string', default: '560000' },
    meds: { type: 'string' },
    customers: { type: 'string', default: '1' },
    recalls: { type: 'string', default: '100000' },
    call: { type: 'string' },
    profile: { type: 'string' },
  },
})
const serials = Number(values.serials)
const meds = (usual: number) => Number(values.meds ?? usual)

/** `npm run bench [-- --only NAME]`: ratios against a reference in the same run. Absolute figures depend on the machine; the ratio is what counts. */
const BENCHES: Record<string, { what: string; run: () => void | Promise<void> }> = {
  epcis: { what: 'a document judged by every rule [--document 560000]', run: () => tellEpcis(Number(values.document)) },
  import: { what: 'a document imported beside COPY [--serials 100000]', run: () => benchImport(serials) },
  receive: { what: 'Receive All beside the bare UPDATE [--serials 100000]', run: () => benchReceive(serials) },
  search: {
    what: 'searches at size beside bare queries [--meds 10000000 --customers 1]',
    run: () => benchSearch({ meds: meds(10_000_000), customers: Number(values.customers) }),
  },
  recalls: {
    what: 'recalls read, loaded and compared [--meds 1000000 --recalls 100000]',
    run: () => benchRecalls({ meds: meds(1_000_000), recalls: Number(values.recalls) }),
  },
  backup: { what: 'backup and restore beside COPY [--meds 1000000]', run: () => benchBackup(meds(1_000_000)) },
  api: {
    what: "calls beside a bare server [--call 'who am I' --profile FOLDER]",
    run: () => benchApi({ only: values.call, profile: values.profile }),
  },
}

function tellEpcis(document: number): void {
  const { ours, sax, xmllint, epcs, megabytes } = benchEpcis(document)
  const rate = (value: number) => `${value.toFixed(1)} MB/s`
  if (xmllint === null) console.log('EPCIS judged by every rule: xmllint or its schemas are not here, skipped')
  else
    for (const { how, rate: own, processor } of ours) {
      tell(`EPCIS judged ${how}`, rate(own), `xmllint ${rate(xmllint.rate)}`, own / xmllint.rate)
      tell('  processor time', `${processor.toFixed(2)} s`, `xmllint ${xmllint.processor.toFixed(2)} s`, xmllint.processor / processor)
    }
  for (const { how, rate: own } of ours) tell(`EPCIS judged ${how}`, rate(own), `sax alone ${rate(sax)}`, own / sax)
  for (const { how, otherThreads, peak } of ours) {
    const floor = 64 + (64 * epcs) / 2 ** 20 + 48 * otherThreads
    if (peak === null) console.log('  its memory: not told by this system, skipped')
    else tell(`  memory above start-up, ${how}, room left`, `${peak.toFixed(0)} MB`, `bound ${floor.toFixed(0)} MB`, floor / peak)
  }
  console.log(
    `  (every rule; one document of ${megabytes.toFixed(0)} MB with ${epcs.toLocaleString('en-US')} serials, threads started anew each time; xmllint --stream --schema, sax with namespaces; memory bound 64 MB, 64 bytes for each serial and 48 MB for each further thread)`,
  )
}

const wanted = Object.entries(BENCHES).filter(([name]) => values.only === undefined || values.only === name)
if (values.help || !wanted.length) {
  console.log('npm run bench [-- --only NAME]')
  for (const [name, { what }] of Object.entries(BENCHES)) console.log(`  ${name.padEnd(16)}${what}`)
  if (!values.help) process.exitCode = 1
} else for (const [, { run }] of wanted) await run()
