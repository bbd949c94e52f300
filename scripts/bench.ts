import { parseArgs } from 'node:util'
import { benchApi } from './bench/api.ts'
import { benchBackup } from './bench/backup.ts'
import { benchEpcis } from './bench/epcis.ts'
import { benchScans } from './bench/gs1.ts'
import { benchImport } from './bench/import.ts'
import { benchLighthouse } from './bench/lighthouse.ts'
import { heaviestChunks, weighFirstLoad } from './bench/page-weight.ts'
import { benchPartners } from './bench/partners.ts'
import { scoreRecalls } from './bench/recall.ts'
import { benchMatching } from './bench/recall-match.ts'
import { benchReceiveAll } from './bench/receive.ts'
import { benchSearch } from './bench/search.ts'
import { benchSize } from './bench/size.ts'

/** `npm run bench [-- --serials 100000 --document 560000 --meds 10000000 --recalls 100000 --only epcis | --only api --call 'who am I' --profile FOLDER]`: ratios against a reference in the same run. Absolute figures depend on the machine; the ratio is what counts. */
const { values } = parseArgs({
  options: {
    serials: { type: 'string', default: '100000' },
    document: { type: 'string', default: '560000' },
    meds: { type: 'string' },
    customers: { type: 'string', default: '1000' },
    partners: { type: 'string', default: '50000' },
    recalls: { type: 'string', default: '100000' },
    only: { type: 'string' },
    call: { type: 'string' },
    profile: { type: 'string' },
  },
})
const isWanted = (name: string): boolean => values.only === undefined || values.only === name

const line = (name: string, ours: string, reference: string, ratio: number) =>
  console.log(`${name.padEnd(44)}${ours.padStart(18)}${reference.padStart(22)}${ratio.toFixed(2).padStart(8)} x`)

console.log(`${'measure'.padEnd(44)}${'ours'.padStart(18)}${'reference'.padStart(22)}${'ratio'.padStart(10)}`)
if (isWanted('gs1')) {
  const scanned = benchScans()
  const scanRate = (rate: number) => `${Math.round(rate).toLocaleString('en-US')}/s`
  line('barcodes decoded, every rule checked', scanRate(scanned.ours), `bark-js ${scanRate(scanned.bark)}`, scanned.ours / scanned.bark)
  line('  the same', scanRate(scanned.ours), `parser-mod ${scanRate(scanned.parserMod)}`, scanned.ours / scanned.parserMod)
}
if (isWanted('recalls')) {
  const scored = scoreRecalls()
  if (!scored) console.log('recalls read: the collected recalls are not here, skipped')
  for (const { fact, precision, recall, hits, wanted } of scored?.facts ?? [])
    console.log(
      `recalls read, ${fact}: precision ${(100 * precision).toFixed(1)} %, recall ${(100 * recall).toFixed(1)} % (${hits} of ${wanted})`,
    )
  if (scored)
    console.log(`  ${scored.records} recalls, ${scored.msPerKilobyte.toFixed(2)} ms a kilobyte, the slowest ${scored.slowest.toFixed(2)}`)
}
if (isWanted('epcis')) {
  const rate = (value: number) => `${value.toFixed(1)} MB/s`
  for (const meds of [Number(values.document) / 10, Number(values.document)]) {
    const { ours, sax, xmllint, epcs, megabytes } = benchEpcis(Math.round(meds))
    console.log(`EPCIS, one document of ${megabytes.toFixed(0)} MB with ${epcs.toLocaleString('en-US')} serials`)
    if (xmllint === null) console.log('  xmllint or its schemas are not here, skipped')
    else {
      line('  judged by every rule', rate(ours.rate), `xmllint ${rate(xmllint.rate)}`, ours.rate / xmllint.rate)
      line('  by a process that has read one', rate(ours.rateAgain), `xmllint ${rate(xmllint.rate)}`, ours.rateAgain / xmllint.rate)
      const { processor } = ours
      line('  processor time', `${processor.toFixed(2)} s`, `xmllint ${xmllint.processor.toFixed(2)} s`, xmllint.processor / processor)
    }
    line('  judged by every rule', rate(ours.rate), `sax alone ${rate(sax)}`, ours.rate / sax)
    const bound = 64 + (64 * epcs) / 2 ** 20
    if (ours.peak === null) console.log('  its memory: not told by this system, skipped')
    else line('  memory above start-up, room left', `${ours.peak.toFixed(0)} MB`, `bound ${bound.toFixed(0)} MB`, bound / ours.peak)
  }
  console.log(
    '  (the best of five rounds; xmllint --stream --schema, sax with namespaces; memory bound 64 MB and 64 bytes for each serial)',
  )
}
if (isWanted('import')) {
  const { serials, importSeconds, readSeconds, copySeconds, rows } = await benchImport(Number(values.serials))
  const perSecond = (seconds: number) => `${Math.round(serials / seconds).toLocaleString('en-US')}/s`
  line('serials imported, file to searchable', perSecond(importSeconds), `COPY ${perSecond(copySeconds)}`, copySeconds / importSeconds)
  line(
    '  of that, writing the rows',
    perSecond(importSeconds - readSeconds),
    `COPY ${perSecond(copySeconds)}`,
    copySeconds / (importSeconds - readSeconds),
  )
  console.log(
    `\n${serials.toLocaleString('en-US')} serials in one document, ${rows.toLocaleString('en-US')} rows in all tables. Reference: a superuser's COPY of every row that the import wrote, same indexes, ordinary foreign keys, file order, one transaction; the middle of three rounds of each.`,
  )
}
if (isWanted('receive')) {
  const serials = Number(values.serials)
  const { ours, bare } = await benchReceiveAll(serials)
  line('Receive All of one order', `${ours.toFixed(0)} ms`, `bare UPDATE ${bare.toFixed(0)} ms`, ours / bare)
  console.log(
    `  (${serials.toLocaleString('en-US')} meds; reference: a superuser's UPDATE of the same rows of an order just like it, one transaction)`,
  )
}
if (isWanted('search')) {
  const meds = Number(values.meds ?? 10_000_000)
  for (const { name, ours, bare } of await benchSearch(meds))
    line(`pedigrees ${name}`, `${ours.toFixed(1)} ms`, `bare query ${bare.toFixed(1)} ms`, ours / bare)
  console.log(
    `  (among ${meds.toLocaleString('en-US')} meds; ours with its transaction, its row security and everything that the screen shows; reference: the one indexed query on the same rows as a superuser)`,
  )
}
if (isWanted('matching') || isWanted('recalls')) {
  const [meds, recalls] = [Number(values.meds ?? 1_000_000), Number(values.recalls)]
  const figures = await benchMatching(meds, recalls)
  const { loadSeconds, loadMegabytes, fullSeconds, importMs, recallMs, scanned, matches, lots } = figures
  console.log(
    `recalls loaded: ${recalls.toLocaleString('en-US')} in ${loadSeconds.toFixed(0)} s, with ${loadMegabytes.toFixed(0)} MB of memory`,
  )
  console.log(
    `recalls compared: ${meds.toLocaleString('en-US')} meds in ${lots.toLocaleString('en-US')} lots with all of them in ${fullSeconds.toFixed(0)} s, ${matches.toLocaleString('en-US')} matches`,
  )
  console.log(
    `  a file of 20,000 meds in 100 lots more: ${recallMs.toFixed(0)} ms to keep its lots and compare them, ${((100 * recallMs) / importMs).toFixed(1)} % of its import (${importMs.toFixed(0)} ms)`,
  )
  console.log(`  large tables that this read from end to end: ${scanned.join(', ') || 'none'}`)
}
if (isWanted('backup')) {
  const meds = Number(values.meds ?? 1_000_000)
  const { rows, documents, megabytes, backupSeconds, copyOutSeconds, restoreSeconds, copyInSeconds, peak } = await benchBackup(meds)
  const told = (seconds: number) => `${seconds.toFixed(1)} s`
  line('backup, encrypted', told(backupSeconds), `COPY out ${told(copyOutSeconds)}`, copyOutSeconds / backupSeconds)
  line('restore, every row checked', told(restoreSeconds), `COPY in ${told(copyInSeconds)}`, copyInSeconds / restoreSeconds)
  console.log(
    `  (${rows.toLocaleString('en-US')} rows, ${documents.toLocaleString('en-US')} documents, ${megabytes.toFixed(0)} MB in one file, memory at most ${peak.toFixed(0)} MB above start-up; reference: a superuser's COPY of the meds alone, in plain text, and into a table with the same indexes)`,
  )
}
if (isWanted('partners')) {
  const partners = Number(values.partners)
  for (const { name, ours, bare } of await benchPartners(partners))
    line(`partners ${name}`, `${ours.toFixed(1)} ms`, `bare query ${bare.toFixed(1)} ms`, ours / bare)
  console.log(
    `  (among ${partners.toLocaleString('en-US')} partners; ours with all parts of a page of 100, what is open with them, whether one may buy, and the count; reference: the one query for the partners as a superuser)`,
  )
}
if (isWanted('api')) {
  const told = ({ perSecond, p50, p99 }: { perSecond: number; p50: number; p99: number }) =>
    `${Math.round(perSecond)}/s, ${p50.toFixed(1)}, ${p99.toFixed(1)} ms`
  for (const { call, connections, statements, ours, bare } of await benchApi({ only: values.call, profile: values.profile }))
    console.log(
      `${`${call}, ${connections} at once`.padEnd(44)}${told(ours).padStart(26)}${`bare ${told(bare)}`.padStart(32)}${(ours.perSecond / bare.perSecond).toFixed(2).padStart(8)} x   ${statements} statements`,
    )
  console.log(
    '  (calls a second, half of them faster than, 99 of 100 faster than; the bare server sends the same statements in the same transactions)',
  )
}
// A job of its own: it takes an hour and 60 GB.
if (values.only === 'size') {
  const meds = Number(values.meds ?? 100_000_000)
  const { few, many, gigabytes } = await benchSize({ meds, customers: Number(values.customers) })
  const told = ({ first, again }: { first: number; again: number }) => `${first.toFixed(0)}, ${again.toFixed(0)} ms`
  for (const [n, figure] of many.figures.entries()) {
    const before = few.figures[n] ?? figure
    line(figure.name, told(figure), `among few ${told(before)}`, figure.again / before.again)
  }
  console.log(`  large tables read from end to end: ${many.scanned.join(', ') || 'none'}; among few: ${few.scanned.join(', ') || 'none'}`)
  console.log(
    `  (asked for the first time, and the fastest of five more; medians of ten customers. ${meds.toLocaleString('en-US')} meds of ${values.customers} customers, ${gigabytes.toFixed(0)} GB; reference: the same calls while ten customers are there, with as many meds each)`,
  )
}
if (isWanted('pages')) {
  const { js, css } = weighFirstLoad()
  console.log(`first load of the sign-in page: ${js.toFixed(0)} kB JavaScript and ${css.toFixed(0)} kB CSS, gzip`)
  for (const { name, kb } of heaviestChunks().slice(0, 12)) console.log(`  a chunk: ${name.padEnd(50)}${kb.toFixed(0).padStart(6)} kB`)
}
if (isWanted('lighthouse'))
  for (const { page, performance, accessibility, short } of await benchLighthouse()) {
    console.log(`Lighthouse, desktop, ${page}: performance ${performance}, accessibility ${accessibility}`)
    for (const one of short) console.log(`  ${one}`)
  }
