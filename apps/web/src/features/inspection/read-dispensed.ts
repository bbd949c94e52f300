import { ndcForms } from '@seriatim/gs1'
import { type DispensedColumns, type DispensedLine, type DispensedReport, MOST_DISPENSED } from '@seriatim/schema'

/** Number of rows to read before a pause; without these pauses, a long report would freeze the page. */
const AT_ONCE = 20_000
const MOST_NAMED = 100
const MOST_INCOMPLETE = 1000

/** The rows of a CSV text (RFC 4180; commas, semicolons or tabs). Yields them one by one, because a report may have a few hundred thousand. */
export function* csvRows(text: string): Generator<string[]> {
  const [head = ''] = text.split(/\r?\n/, 1)
  const separator = [',', ';', '\t'].toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell.trim())
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(at + 1) === '\n') at += 1
      row.push(cell.trim())
      cell = ''
      if (row.some((one) => one !== '')) yield row
      row = []
    } else cell += character
  }
  row.push(cell.trim())
  if (row.some((one) => one !== '')) yield row
}

export function readHeading(text: string): string[] {
  const [first] = csvRows(text.slice(0, 100_000))
  return first ?? []
}

/** Picks the columns whose headings look like the required ones; remembered columns take precedence. */
export function guessColumns(heading: readonly string[], remembered: DispensedColumns | null): DispensedColumns {
  const find = (known: string | null | undefined, pattern: RegExp) =>
    heading.find((name) => name === known) ?? heading.find((name) => pattern.test(name)) ?? ''
  return {
    ndc: find(remembered?.ndc, /\bndc\b|national drug/i),
    quantity: find(remembered?.quantity, /qty|quantity|dispensed|units/i),
    day: find(remembered?.day, /date|filled|day/i) || null,
  }
}

interface Period {
  from: string
  to: string
}

interface Read {
  lines: Pick<DispensedLine, 'ndc' | 'dispensed'>[]
  report: Omit<DispensedReport, 'filename' | 'sha256'>
}

/**
 * Adds up a dispensing report by NDC. Lines with an invalid NDC, quantity or day are left out, but counted, and the first of them are listed.
 * @param known eleven-digit NDCs of the balance: ten bare digits may mean up to three NDCs, and a known one is preferred.
 */
export async function addUpDispensed(text: string, columns: DispensedColumns, period: Period, known: ReadonlySet<string>): Promise<Read> {
  const rows = csvRows(text)
  const heading = rows.next().value ?? []
  const place = (name: string | null) => (name === null ? -1 : heading.indexOf(name))
  const places = { ndc: place(columns.ndc), quantity: place(columns.quantity), day: place(columns.day) }
  const sums = new Map<string, number>()
  // without this type, TypeScript would infer never[] for the empty array
  const report = { lines: 0, outside: 0, refused: 0, named: [] as DispensedReport['named'] }
  const incomplete = new Set<string>()
  for (const row of rows) {
    report.lines += 1
    if (report.lines % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
    const written = row[places.ndc] ?? ''
    const line = readLine(row, places, period, known)
    if ('why' in line) {
      report.refused += 1
      if (line.ndc !== undefined && incomplete.size < MOST_INCOMPLETE) incomplete.add(line.ndc)
      if (report.named.length < MOST_NAMED) report.named.push({ line: report.lines + 1, ndc: written.slice(0, 60), why: line.why })
    } else if (line.isOutside) report.outside += 1
    else if (!sums.has(line.ndc) && sums.size >= MOST_DISPENSED) report.refused += 1
    else sums.set(line.ndc, (sums.get(line.ndc) ?? 0) + line.quantity)
  }
  return {
    lines: [...sums].map(([ndc, dispensed]) => ({ ndc, dispensed: Math.round(dispensed * 1000) / 1000 })),
    report: { ...report, incomplete: [...incomplete] },
  }
}

/** `ndc`: the NDC of the line, if the NDC is valid and the error is elsewhere in the line. */
type Line = { why: string; ndc?: string } | { ndc: string; quantity: number; isOutside: boolean }

function readLine(
  row: readonly string[],
  places: { ndc: number; quantity: number; day: number },
  { from, to }: Period,
  known: ReadonlySet<string>,
): Line {
  const ndc = toNdc11(row[places.ndc] ?? '', known)
  if ('why' in ndc) return ndc
  const written = (row[places.quantity] ?? '').replaceAll(',', '')
  const quantity = Number(written)
  if (written === '' || !Number.isFinite(quantity) || Math.abs(quantity) > 1e6)
    return { why: 'its quantity is not a number', ndc: ndc.found }
  if (places.day < 0) return { ndc: ndc.found, quantity, isOutside: false }
  const day = readDay(row[places.day] ?? '')
  if (day === undefined) return { why: 'its date cannot be read', ndc: ndc.found }
  return { ndc: ndc.found, quantity, isOutside: day < from || day > to }
}

function toNdc11(text: string, known: ReadonlySet<string>): { found: string } | { why: string } {
  // Restores leading zeros, which spreadsheets drop.
  const digits = /^\d{7,9}$/.test(text) ? text.padStart(11, '0') : text
  const forms = ndcForms(digits)?.ndc11 ?? []
  const found = forms.length === 1 ? forms[0] : forms.find((form) => known.has(form))
  if (found !== undefined) return { found }
  return { why: forms.length ? 'its ten digits match several NDCs, and you bought none of them' : 'it is not an NDC' }
}

/** Reads a day written as `2026-05-14`, `5/14/2026` or `05/14/26`, with or without a time after it. */
function readDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)
  if (iso) return iso[0]
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)\b/.exec(text) ?? []
  if (!month || Number(month) > 12 || Number(day) > 31) return undefined
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** SHA-256 of the bytes, in lower-case hexadecimal digits. */
export async function fingerprint(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
