import type { Quotes } from './cli-quotes.ts'
import type { Finding } from './finding.ts'
import type { Validation } from './validator.ts'

/** Colors text, or leaves it plain. */
export type Paint = (color: 'red' | 'yellow' | 'green' | 'bold' | 'dim', text: string) => string

const codes = { red: 31, yellow: 33, green: 32, bold: 1, dim: 2 } as const

/** Colors the text, for a terminal. */
export const colored: Paint = (color, text) => `\u001b[${codes[color]}m${text}\u001b[0m`
/** Returns the text without color, for output that is not a terminal or must not have colors. */
export const plain: Paint = (_color, text) => text

const words = {
  ok: 'nothing found',
  warn: 'usable, with warnings',
  reject: 'the sender must fix it',
  malformed: 'cannot be read as EPCIS',
} as const
const colors = { ok: 'green', warn: 'yellow', reject: 'red', malformed: 'red' } as const

/** Control and format characters, which can move a terminal's cursor, change the direction of text or hide it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Makes outside text safe for a terminal, on one line: tabs become spaces, other control characters are escaped (`\u{1b}`). */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => (character === '\t' ? ' ' : `\\u{${character.codePointAt(0)?.toString(16)}}`))
}

/** JSON in which control and format characters are escaped too, because somebody may view it in a terminal. */
export function visibleJson(value: unknown, indent?: number): string {
  const escaped = (character: string) =>
    character === '\n' ? character : character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return JSON.stringify(value, null, indent).replace(UNSEEN, escaped)
}

const DROP_SHIPMENT =
  'The document marks a drop shipment: the seller did not handle the goods, so the company that shipped them provides TI and TS to the buyer.'

/** A report for people about one file: each finding with its line, then the notes and a summary. */
export function reportText(file: string, validation: Validation, quotes: Quotes | null, paint: Paint): string {
  const { events, meds, verdict, findings, truncated, document } = validation
  const head = `${paint('bold', visible(file))}: ${paint(colors[verdict], verdict)} (${words[verdict]}); ${count(events, 'event')}, ${count(meds, 'package')}\n`
  const lines = findings.map((finding) => findingText(finding, quotes, paint))
  const left = Object.entries(truncated).map(([type, more]) => `  … and ${more} more of ${type}\n`)
  const warnings = document.warnings.map(({ message, hint }) => `  ${paint('yellow', 'note')} ${visible(message)}\n    ${visible(hint)}\n`)
  const mark = document.dropShipment === 'yes' ? `  ${paint('yellow', 'note')} ${DROP_SHIPMENT}\n` : ''
  return head + lines.join('') + left.join('') + warnings.join('') + mark + summary(validation)
}

function findingText(finding: Finding, quotes: Quotes | null, paint: Paint): string {
  const { severity, type, line, column, event, message, hint, value } = finding
  const where = [line > 0 ? `line ${line}, column ${column}` : 'whole document', ...(event === null ? [] : [`event ${event}`])].join(', ')
  const head = `  ${paint(severity === 'reject' ? 'red' : 'yellow', severity)} ${paint('bold', type)} ${paint('dim', `(${where})`)}\n`
  const found = value === null || message.includes(value) ? '' : `    found: ${visible(value)}\n`
  return `${head}    ${visible(message)}\n${quoteText(finding, quotes, paint)}${found}    ${visible(hint)}\n`
}

function quoteText(finding: Finding, quotes: Quotes | null, paint: Paint): string {
  const quote = quotes?.at(finding) ?? null
  if (quote === null) return ''
  const number = String(finding.line)
  const bar = paint('dim', '|')
  const before = visible(quote.text.slice(0, quote.offset)).padEnd(quote.offset)
  return `    ${paint('dim', number)} ${bar} ${before}${visible(quote.text.slice(quote.offset))}\n    ${' '.repeat(number.length)} ${bar} ${' '.repeat(before.length)}${paint('red', '^')}\n`
}

function summary({ findings, truncated }: Validation): string {
  const more = Object.values(truncated).reduce((sum, one) => sum + one, 0)
  if (findings.length === 0) return ''
  const toFix = findings.filter((finding) => finding.severity === 'reject').length
  const parts = [
    toFix > 0 && `${toFix} to fix`,
    findings.length > toFix && `${findings.length - toFix} to look at`,
    more > 0 && `${more} not listed`,
  ]
  return `  ${parts.filter(Boolean).join(', ')}\n`
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`
}
