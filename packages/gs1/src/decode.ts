import { type AiRule, findAi } from './ai-table.ts'
import { firstOutsideSet82, isDigits } from './characters.ts'
import { hasValidCheckDigit } from './check-digit.ts'
import { parseGs1Date } from './date.ts'
import type { Decoded, DecodedElement, DecodeError, DecodeErrorCode, DecodeOptions } from './decode-types.ts'
import { ndcFromGtin } from './ndc.ts'
import { failure, type Result, success } from './result.ts'

const symbologies = [']d2', ']C1', ']Q3', ']e0', ']J1']

/**
 * Reads what a scanner typed from a GS1 barcode: element strings with FNC1 as the GS byte, as `^` or as a space (none of them can be
 * data), an AIM symbology identifier in front or not, or the printed form with identifiers in brackets.
 *
 * A group separator that is missing after a value of variable length cannot always be seen. It is refused where it shows: the value
 * grows over its greatest length. Nothing is guessed.
 *
 * @returns the elements in their order, else the first thing that is wrong. Never throws.
 * @see GS1 General Specifications, sections 3.2 and 7.8.
 */
export function decode(scan: string, options: DecodeOptions = {}): Result<Decoded, DecodeError> {
  const currentYear = options.currentYear ?? new Date().getFullYear()
  const text = scan.replace(/[\r\n ]+$/, '')
  let start = symbologies.some((symbology) => text.startsWith(symbology)) ? 3 : 0
  while (start < text.length && isSeparator(text, start)) start += 1
  if (start >= text.length) return failure({ code: 'empty', message: 'The barcode is empty', position: 0 })
  const parts = text[start] === '(' ? splitBracketed(text, start) : splitScanned(text, start)
  return parts.ok ? collect(parts.value, currentYear) : parts
}

/** One element string before its value is judged. */
type Part = { readonly ai: string; readonly rule: AiRule; readonly value: string; readonly position: number }

function splitScanned(text: string, start: number): Result<Part[], DecodeError> {
  const parts: Part[] = []
  for (let at = start; at < text.length; ) {
    const found = findAi(text, at)
    if (found === null) return unknownAi(text, at)
    const { ai, rule } = found
    const from = at + ai.length
    let to = from
    const limit = rule.predefined ? from + rule.max : text.length
    while (to < limit && to < text.length && !isSeparator(text, to)) to += 1
    parts.push({ ai, rule, value: text.slice(from, to), position: from })
    at = to
    while (at < text.length && isSeparator(text, at)) at += 1
  }
  return success(parts)
}

function splitBracketed(text: string, start: number): Result<Part[], DecodeError> {
  const parts: Part[] = []
  for (let at = start; at < text.length; ) {
    const close = text.indexOf(')', at)
    const ai = close < 0 ? '' : text.slice(at + 1, close)
    if (text[at] !== '(' || close < 0) {
      return failure({ code: 'bracket', message: 'An Application Identifier in brackets is expected', position: at })
    }
    const found = findAi(ai, 0)
    if (found === null || found.ai !== ai) return unknownAi(ai === '' ? '()' : ai, 0, at + 1)
    const next = text.slice(close + 1).search(/\([0-9]{2,4}\)/)
    const end = next < 0 ? text.length : close + 1 + next
    parts.push({ ai, rule: found.rule, value: text.slice(close + 1, end).trim(), position: close + 1 })
    at = end
  }
  return success(parts)
}

function collect(parts: readonly Part[], currentYear: number): Result<Decoded, DecodeError> {
  const values = new Map<string, string>()
  const elements: DecodedElement[] = []
  for (const part of parts) {
    const element = judge(part, currentYear)
    if (!element.ok) return element
    const earlier = values.get(part.ai)
    if (earlier !== undefined && earlier !== part.value) {
      return wrong('repeated', part, `Application Identifier ${part.ai} occurs twice with different data`)
    }
    values.set(part.ai, part.value)
    elements.push(element.value)
  }
  const gtin14 = values.get('01')
  const ndc = values.get('715') ?? (gtin14 === undefined ? null : ndcFromGtin(gtin14))
  const expirationDate = elements.find((element) => element.ai === '17')?.date
  return success({
    elements,
    ...(gtin14 !== undefined && { gtin14 }),
    ...(ndc !== null && { ndc }),
    ...present('serialNumber', values.get('21')),
    ...present('lotNumber', values.get('10')),
    ...present('expirationDate', expirationDate),
    ...present('sscc', values.get('00')),
    warnings: [],
  })
}

function judge(part: Part, currentYear: number): Result<DecodedElement, DecodeError> {
  const { ai, rule, value } = part
  if (value.length < rule.min) return wrong('too_short', part, `Data ${value} too short for Application Identifier ${ai}`)
  if (value.length > rule.max) return wrong('too_long', part, `Data ${value} too long for Application Identifier ${ai}`)
  const outside = firstOutsideSet82(value)
  if (rule.digitsOnly && !isDigits(value)) return wrong('not_digits', part, `Data ${value} of Application Identifier ${ai} must be digits`)
  if (outside >= 0) {
    return wrong('characters', part, `Data of Application Identifier ${ai} has a character that GS1 does not allow`, outside)
  }
  if (rule.checked && !hasValidCheckDigit(value)) {
    return wrong('check_digit', part, `Data ${value} of Application Identifier ${ai} has a wrong check digit`)
  }
  if (!rule.date) return success({ ai, title: rule.title, value })
  const date = parseGs1Date(value, currentYear)
  if (!date.ok) return wrong('date', part, `Data ${value} of Application Identifier ${ai} is not a date`)
  return success({ ai, title: rule.title, value, date: date.value })
}

function wrong(code: DecodeErrorCode, part: Part, message: string, offset = 0): Result<never, DecodeError> {
  return failure({ code, ai: part.ai, message, position: part.position + offset })
}

function unknownAi(text: string, at: number, position = at): Result<never, DecodeError> {
  const message = `Unknown Application Identifier at ${text.slice(at, at + 4)}`
  return failure({ code: 'unknown_ai', message, position })
}

function isSeparator(text: string, at: number): boolean {
  const char = text[at]
  return char === '\x1d' || char === '^' || char === ' '
}

function present<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  if (value !== undefined) found[key] = value
  return found
}
