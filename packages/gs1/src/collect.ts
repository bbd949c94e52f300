import type { AiRule } from './ai-rules.ts'
import { parseGs1Date } from './date.ts'
import type { Decoded, DecodedElement } from './decode-types.ts'
import type { Part } from './fault.ts'
import { ndcFromGtin } from './ndc.ts'

/** The elements of a barcode that was found right, with the values that a pharmacy asks for. */
export function collect(parts: readonly Part[], currentYear: number, warnings: readonly string[]): Decoded {
  const elements: DecodedElement[] = []
  const found: { -readonly [K in keyof Decoded]: Decoded[K] } = { elements, warnings }
  let gtin: string | undefined
  let ndc: string | null = null
  for (const { rule, value } of parts) {
    const date = dateOf(rule, value, currentYear)
    elements.push(date === undefined ? { ai: rule.ai, title: rule.title, value } : { ai: rule.ai, title: rule.title, value, date })
    switch (rule.ai) {
      case '01':
        gtin = value
        break
      case '715':
        ndc = value
        break
      case '21':
        found.serialNumber = value
        break
      case '10':
        found.lotNumber = value
        break
      case '17':
        if (date !== undefined) found.expirationDate = date
        break
      case '00':
        found.sscc = value
        break
    }
  }
  if (gtin !== undefined) {
    found.gtin14 = gtin
    ndc ??= ndcFromGtin(gtin)
  }
  if (ndc !== null) found.ndc = ndc
  return found
}

/** The calendar date of a value that is one date and nothing else. */
function dateOf(rule: AiRule, value: string, currentYear: number): string | undefined {
  const component = rule.components[0]
  const test = component?.lint[0]
  if (test === undefined || component?.max !== value.length) return undefined
  if (test === 'yyyymmdd' || test === 'yyyymmd0') return `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`
  if (test !== 'yymmd0' && test !== 'yymmdd') return undefined
  const date = parseGs1Date(value, currentYear)
  return date.ok ? date.value : undefined
}
