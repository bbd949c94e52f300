import { parseArgs } from 'node:util'
import { benchScans } from './bench/gs1.ts'
import { benchImport } from './bench/import.ts'

/** `npm run bench [-- --serials 100000]`: ratios against a reference in the same run. Absolute figures depend on the machine; the ratio is what counts. */
const { values } = parseArgs({ options: { serials: { type: 'string', default: '100000' } } })

const line = (name: string, ours: string, reference: string, ratio: number) => console.log(`${name.padEnd(44)}${ours.padStart(18)}${reference.padStart(22)}${ratio.toFixed(2).padStart(8)} x`)

console.log(`${'measure'.padEnd(44)}${'ours'.padStart(18)}${'reference'.padStart(22)}${'ratio'.padStart(10)}`)
const scanned = benchScans()
const scanRate = (rate: number) => `${Math.round(rate).toLocaleString('en-US')}/s`
line('barcodes decoded, every rule checked', scanRate(scanned.ours), `bark-js ${scanRate(scanned.bark)}`, scanned.ours / scanned.bark)
line('  the same', scanRate(scanned.ours), `parser-mod ${scanRate(scanned.parserMod)}`, scanned.ours / scanned.parserMod)
const { serials, importSeconds, readSeconds, copySeconds, rows } = await benchImport(Number(values.serials))
const perSecond = (seconds: number) => `${Math.round(serials / seconds).toLocaleString('en-US')}/s`
line('serials imported, file to searchable', perSecond(importSeconds), `COPY ${perSecond(copySeconds)}`, copySeconds / importSeconds)
line('  of that, writing the rows', perSecond(importSeconds - readSeconds), `COPY ${perSecond(copySeconds)}`, copySeconds / (importSeconds - readSeconds))
console.log(`\n${serials.toLocaleString('en-US')} serials in one document, ${rows.toLocaleString('en-US')} rows in all tables. Reference: a superuser's COPY of every row that the import wrote, same indexes, file order, one transaction.`)
