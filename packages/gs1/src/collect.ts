import { findAiRule } from './ai-rules.ts'
import { calendarDate } from './date.ts'
import type { Decoded, DecodedElement } from './decode-types.ts'
import type { Part } from './fault.ts'
import { ndcFromGtin } from './ndc.ts'

const sscc = findAiRule('00')
const gtin = findAiRule('01')
const lot = findAiRule('10')
const expiry = findAiRule('17')
const serial = findAiRule('21')
const nhrnNdc = findAiRule('715')

/** The elements of a valid barcode, with the values that a pharmacy needs. */
export function collect(parts: readonly Part[], currentYear: number, warnings: readonly string[]): Decoded {
  const elements: DecodedElement[] = []
  const found: { -readonly [K in keyof Decoded]: Decoded[K] } = { elements, warnings }
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]
    if (part === undefined) continue
    const { rule, value } = part
    const { ai, title, dateDigits } = rule
    const date = dateDigits > 0 && value.length === dateDigits ? toDate(value, currentYear) : null
    elements.push(date === null ? { ai, title, value } : { ai, title, value, date })
    if (rule === gtin) found.gtin14 = value
    else if (rule === serial) found.serialNumber = value
    else if (rule === lot) found.lotNumber = value
    else if (rule === expiry && date !== null) found.expirationDate = date
    else if (rule === sscc) found.sscc = value
    else if (rule === nhrnNdc) found.ndc = value
  }
  if (found.ndc === undefined && found.gtin14 !== undefined) {
    const ndc = ndcFromGtin(found.gtin14)
    if (ndc !== null) found.ndc = ndc
  }
  return found
}

/** Converts a date of six or eight digits to `YYYY-MM-DD`. */
function toDate(value: string, currentYear: number): string | null {
  return value.length === 6 ? calendarDate(value, currentYear) : `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`
}
