import type { Quotes } from './cli-quotes.ts'
import type { Finding } from './finding.ts'
import type { Validation } from './validate.ts'

/** Puts colours around words, or not. */
export type Paint = (color: 'red' | 'yellow' | 'green' | 'bold' | 'dim', text: string) => string

const codes = { red: 31, yellow: 33, green: 32, bold: 1, dim: 2 } as const

/** For a terminal. */
export const colored: Paint = (color, text) => `\u001b[${codes[color]}m${text}\u001b[0m`
/** For everything else. */
export const plain: Paint = (_color, text) => text

const words = {
  ok: 'nothing found',
  warn: 'usable, with warnings',
  reject: 'the sender must mend it',
  malformed: 'not readable as EPCIS',
} as const
const colors = { ok: 'green', warn: 'yellow', reject: 'red', malformed: 'red' } as const

/** A report for people: every finding with its line, then a count. */
export function reportText(file: string, validation: Validation, quotes: Quotes | null, paint: Paint): string {
  const { events, meds, verdict, findings, truncated, document } = validation
  const head = `${paint('bold', file)}: ${paint(colors[verdict], verdict)} (${words[verdict]}); ${count(events, 'event')}, ${count(meds, 'med')}\n`
  const lines = findings.map((finding) => findingText(finding, quotes, paint))
  const left = Object.entries(truncated).map(([type, more]) => `  … and ${more} more of ${type}\n`)
  const warnings = document.warnings.map(({ message, hint }) => `  ${paint('yellow', 'note')} ${message}\n    ${hint}\n`)
  return head + lines.join('') + left.join('') + warnings.join('') + summary(validation)
}

function findingText(finding: Finding, quotes: Quotes | null, paint: Paint): string {
  const { severity, type, line, column, event, message, hint, value } = finding
  const where = [line > 0 ? `line ${line}, column ${column}` : 'whole document', ...(event === null ? [] : [`event ${event}`])].join(', ')
  const head = `  ${paint(severity === 'reject' ? 'red' : 'yellow', severity)} ${paint('bold', type)} ${paint('dim', `(${where})`)}\n`
  const found = value === null || message.includes(value) ? '' : `    found: ${value}\n`
  return `${head}    ${message}\n${quoteText(finding, quotes, paint)}${found}    ${hint}\n`
}

function quoteText(finding: Finding, quotes: Quotes | null, paint: Paint): string {
  const quote = quotes?.at(finding) ?? null
  if (quote === null) return ''
  const number = String(finding.line)
  const bar = paint('dim', '|')
  return `    ${paint('dim', number)} ${bar} ${quote.text}\n    ${' '.repeat(number.length)} ${bar} ${' '.repeat(quote.offset)}${paint('red', '^')}\n`
}

function summary({ findings, truncated }: Validation): string {
  const more = Object.values(truncated).reduce((sum, one) => sum + one, 0)
  if (findings.length === 0) return ''
  const mend = findings.filter((finding) => finding.severity === 'reject').length
  const parts = [
    mend > 0 && `${mend} to mend`,
    findings.length > mend && `${findings.length - mend} to look at`,
    more > 0 && `${more} not listed`,
  ]
  return `  ${parts.filter(Boolean).join(', ')}\n`
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`
}
