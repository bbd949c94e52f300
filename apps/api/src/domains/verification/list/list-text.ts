import { decode, toLabel } from '@seriatim/gs1'
import { MOST_VERIFICATIONS, type VerificationListRead, type VerificationProduct, verificationProduct } from '@seriatim/schema'
import { readWrittenDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { readCsv } from '../../../core/text/csv.ts'
import { storable } from '../../../core/text/storable.ts'
import { expectGtin } from '../subject.service.ts'
import { verificationErrors } from '../verification.facts.ts'
import { joinEntries } from './same-package.rules.ts'

/** Patterns of the headings by which each column is recognized. */
const HEADINGS: Record<keyof VerificationProduct, RegExp> = {
  gtin: /^gtin(-?14)?$/i,
  serialNumber: /^(serial( ?(number|no\.?|#))?|sn|s\/n)$/i,
  lotNumber: /^(lot( ?(number|no\.?|#))?|batch( ?(number|no\.?))?)$/i,
  expirationDate: /^(exp(iry|ires|iration|\.)?( ?date)?)$/i,
}
const FIELDS = Object.keys(HEADINGS) as (keyof VerificationProduct)[] // Object.keys() returns string[]
const NAMED = 20
/** Tabs separate the cells of a table that was copied from a spreadsheet. */
const DELIMITERS = [',', ';', '\t'] as const

interface Line {
  line: number
  item: VerificationProduct | { why: string }
}

/**
 * Reads packages from a table with headings, or from barcodes, one in each line.
 *
 * @throws AppError verification_list_unreadable, verification_list_long.
 */
export async function readListText({ text }: { text: string }, year: number): Promise<VerificationListRead> {
  const plain = storable(text).replace(/^\uFEFF/, '')
  const lines = markContradictions((await readTable(plain, year)) ?? readBarcodes(plain, year))
  if (lines.length > MOST_VERIFICATIONS) throw new AppError(verificationErrors.verification_list_long)
  const items = lines.flatMap(({ item }) => ('why' in item ? [] : [item]))
  const named = lines.flatMap(({ line, item }) => ('why' in item ? [{ line, why: item.why }] : []))
  if (!items.length) {
    const [first] = named
    throw new AppError(verificationErrors.verification_list_unreadable, first ? { detail: `Line ${first.line}: ${first.why}` } : {})
  }
  return { items, refused: named.length, named: named.slice(0, NAMED) }
}

/** Refuses lines that name the package of an earlier line with another lot or expiry. */
function markContradictions(lines: readonly Line[]): Line[] {
  const { contradictions } = joinEntries(lines.flatMap(({ line, item }) => ('why' in item ? [] : [{ line, item }])))
  const earlier = new Map(contradictions.map((one) => [one.line, one.earlier]))
  return lines.map(({ line, item }) => {
    const other = earlier.get(line)
    return { line, item: other === undefined ? item : { why: `Line ${other} names the same package with a different lot or expiry.` } }
  })
}

/** Reads a table; undefined if its first line has no headings for GTIN and serial number. */
async function readTable(text: string, year: number): Promise<Line[] | undefined> {
  const [head = [], ...rows] = await readCsv(text, MOST_VERIFICATIONS + 2, DELIMITERS).catch((): string[][] => [])
  const columns = FIELDS.map((field) => [field, head.findIndex((name) => HEADINGS[field].test(name.trim()))] as const)
  if (columns.some(([field, at]) => at < 0 && (field === 'gtin' || field === 'serialNumber'))) return undefined
  return rows
    .map((row, at) => ({ line: at + 2, row }))
    .filter(({ row }) => row.some((cell) => cell !== ''))
    .map(({ line, row }) => {
      const cells = Object.fromEntries(columns.map(([field, at]) => [field, at < 0 ? '' : (row[at] ?? '').trim()]))
      const expirationDate = readWrittenDay(cells.expirationDate ?? '', year) ?? cells.expirationDate
      return { line, item: toItem({ ...cells, expirationDate }) }
    })
}

function readBarcodes(text: string, year: number): Line[] {
  return text
    .split(/\r?\n/)
    .map((one, at) => ({ line: at + 1, scan: one.trim() }))
    .filter(({ scan }) => scan !== '')
    .map(({ line, scan }) => {
      const read = decode(scan.slice(0, 500), { lenient: true, currentYear: year })
      if (!read.ok) return { line, item: { why: 'This is not a barcode with a GTIN and a serial number.' } }
      const { gtin14: gtin = '', serialNumber = '' } = read.value
      const { lotNumber, expirationDate } = toLabel(read.value)
      return { line, item: toItem({ gtin, serialNumber, lotNumber, expirationDate }) }
    })
}

function toItem(cells: object): Line['item'] {
  const parsed = verificationProduct.safeParse(cells)
  if (!parsed.success) return { why: parsed.error.issues[0]?.message ?? 'Not readable.' }
  try {
    return { ...parsed.data, gtin: expectGtin(parsed.data.gtin) }
  } catch {
    return { why: `"${parsed.data.gtin.slice(0, 20)}" is not a GTIN.` }
  }
}
