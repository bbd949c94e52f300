import { associate } from './associations.ts'
import { readBracketed } from './bracketed.ts'
import { notGs1, readCarrier, retailLength } from './carrier.ts'
import { isDigits } from './characters.ts'
import { hasValidCheckDigit } from './check-digit.ts'
import { collect } from './collect.ts'
import type { Decoded, DecodeError, DecodeOptions } from './decode-types.ts'
import { readElements } from './element-string.ts'
import { fault, MAX_CHARACTERS, MAX_ELEMENTS, type Part, shown } from './fault.ts'
import { readLenient } from './lenient.ts'
import { readLink } from './link-elements.ts'
import { failure, type Result, success } from './result.ts'
import { gtinPart } from './retail.ts'

/** The elements of a scan as read, before they are checked against each other. */
interface Read {
  readonly parts: readonly Part[]
  readonly warnings: readonly string[]
}

const silent: readonly string[] = []

/**
 * Reads a GS1 barcode from a scanner, a document or a link: element strings with FNC1 as the GS byte or as `^`, with or without an AIM symbology
 * identifier, identifiers in brackets, GS1 Digital Link URIs, the bare GTIN of EAN/UPC and ITF-14 symbols, and composites (`…|]e0…`). Applies every
 * rule of the syntax dictionary to each value and to the combination of values, and never guesses.
 *
 * @returns the elements in order, or the first error. Never throws; the time is linear in the scan's length.
 * @see GS1 General Specifications, sections 3, 4.13, 5.1.2, 7.8 and 7.11; GS1 Digital Link: URI Syntax 1.3.
 */
export function decode(scan: string, options: DecodeOptions = {}): Result<Decoded, DecodeError> {
  if (scan.length > MAX_CHARACTERS + 10) {
    const message = `The scan has ${scan.length} characters, more than a barcode can hold`
    return failure({ ...fault('too_long', message, MAX_CHARACTERS), length: scan.length, max: MAX_CHARACTERS })
  }
  const lenient = options.lenient === true
  const text = withoutTerminator(scan, lenient)
  const start = lenient ? text.length - text.trimStart().length : 0
  if (start >= text.length) return failure(fault('empty', 'The barcode is empty', 0))
  const carrier = readCarrier(text, start, lenient)
  if (!carrier.ok) return carrier
  if (carrier.value.form === 'text') {
    const plain = text.slice(carrier.value.start)
    return lenient
      ? failure(notGs1(text, carrier.value.start))
      : success({ elements: [], text: plain, warnings: ['It is plain text, not GS1 data'] })
  }
  const read = readAs(carrier.value.form, text, carrier.value.start, options, carrier.value.form === 'elements' ? carrier.value : undefined)
  if (!read.ok) return read
  return judgeTogether(read.value, options)
}

interface ElementCarrier {
  readonly separator: string
  readonly bare: boolean
}

function readAs(
  form: 'elements' | 'bracketed' | 'link' | 'retail',
  text: string,
  start: number,
  options: DecodeOptions,
  carrier: ElementCarrier | undefined,
): Result<Read, DecodeError> {
  const lenient = options.lenient === true
  if (form === 'link') return readLink(text, start, options.exactLinks === true, lenient)
  const bar = text.indexOf('|', start)
  if (bar >= 0) {
    const composite = readComposite(text, start, bar, form, carrier, lenient)
    if (composite !== null) return composite
  }
  if (form === 'bracketed') return plainRead(readBracketed(text, start, text.length, lenient))
  if (form === 'retail') return plainRead(readRetail(text, start, text.length))
  return readBareOrElements(text, start, carrier ?? { separator: '\x1d', bare: true }, lenient)
}

/**
 * Reads a barcode without symbology identifier, whose digits may be a GTIN or element strings. A valid GTIN wins unless its digits are also element
 * strings that satisfy every rule. In lenient mode it always wins, because at the counter a retail barcode is far more likely.
 */
function readBareOrElements(text: string, start: number, carrier: ElementCarrier, lenient: boolean): Result<Read, DecodeError> {
  const length = text.length - start
  const mayBeGtin = carrier.bare && (length === 8 || (length >= 12 && length <= 14)) && isDigits(text.slice(start))
  if (mayBeGtin && hasValidCheckDigit(text.slice(start))) {
    const elements = readElements(text, start, text.length, carrier.separator)
    const judged = elements.ok ? associate(elements.value) : undefined
    if (lenient || !elements.ok || judged?.error !== null || judged.missing.length > 0) {
      return success({ parts: [gtinPart(text.slice(start), start)], warnings: silent })
    }
  }
  if (start >= text.length) return failure(fault('empty', 'The barcode is empty', start))
  if (carrier.bare && (length < 2 || !isDigits(text.slice(start, start + 2)))) return failure(notGs1(text, start))
  return lenient ? readLenient(text, start, text.length) : plainRead(readElements(text, start, text.length, carrier.separator))
}

/** Reads `]E0` and similar: a GTIN without application identifier. @see GS1 General Specifications, section 5.2 and 5.3. */
function readRetail(text: string, start: number, end: number): Result<Part[], DecodeError> {
  const digits = text.slice(start + 3, end)
  const length = retailLength(text, start) ?? 0
  const problem = (code: DecodeError['code'], says: string, at: number) =>
    failure({ ...fault(code, `Data ${shown(digits)} of the barcode ${says}`, at), length: digits.length, min: length, max: length })
  if (digits.length !== length) return problem(digits.length < length ? 'too_short' : 'too_long', `must have ${length} digits`, start + 3)
  if (!isDigits(digits)) return problem('not_digits', 'must be digits', start + 3)
  if (!hasValidCheckDigit(digits)) return problem('check_digit', 'has a wrong check digit', end - 1)
  return success([gtinPart(digits, start + 3)])
}

/**
 * Reads a composite symbol in which `|` (at index `bar`) separates the linear half from the 2D half; null if this `|` does not separate two halves.
 *
 * @see GS1 General Specifications, section 5, GS1 Composite symbology.
 */
function readComposite(
  text: string,
  start: number,
  bar: number,
  form: 'elements' | 'bracketed' | 'retail',
  carrier: ElementCarrier | undefined,
  lenient: boolean,
): Result<Read, DecodeError> | null {
  const second = text.slice(bar + 1, bar + 4)
  const first = text.slice(start, bar)
  const isBare = carrier?.bare === true
  let linear: Result<Part[], DecodeError>
  let other: Result<Part[], DecodeError>
  if (form === 'bracketed') {
    if (!second.startsWith('(')) return null
    linear = readBracketed(text, start, bar, lenient)
    other = readBracketed(text, bar + 1, text.length, lenient)
  } else {
    const marked = second === ']e0' || second === ']e1'
    if (!marked && !(second.startsWith('^') && (carrier?.separator === '^' || isBare))) return null
    if (form === 'retail') linear = readRetail(text, start, bar)
    else if (isBare && hasValidCheckDigit(first) && first.length <= 14) linear = success([gtinPart(first, start)])
    else linear = readElements(text, start, bar, carrier?.separator ?? '\x1d')
    other = marked ? readElements(text, bar + 4, text.length, '\x1d') : readElements(text, bar + 2, text.length, '^')
  }
  if (!linear.ok) return linear
  if (!other.ok) return other
  if (linear.value.length === 0 || other.value.length === 0) return failure(fault('empty', 'One half of the barcode is empty', bar))
  const parts = [...linear.value, ...other.value]
  if (parts.length > MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, bar))
  return success({ parts, warnings: silent })
}

function judgeTogether({ parts, warnings }: Read, options: DecodeOptions): Result<Decoded, DecodeError> {
  const { error, missing } = associate(parts)
  const refuses = options.companions === undefined ? options.lenient !== true : options.companions === 'refuse'
  if (error !== null) return failure(error)
  const [first] = missing
  if (first !== undefined && refuses) return failure(first)
  const said = missing.length === 0 ? warnings : [...warnings, ...missing.map(({ message }) => message)]
  return success(collect(parts, options.currentYear ?? new Date().getFullYear(), said))
}

function plainRead(parts: Result<Part[], DecodeError>): Result<Read, DecodeError> {
  return parts.ok ? success({ parts: parts.value, warnings: silent }) : parts
}

function withoutTerminator(scan: string, lenient: boolean): string {
  let end = scan.length
  for (; end > 0; end -= 1) {
    const code = scan.charCodeAt(end - 1)
    if (code !== 13 && code !== 10 && !(lenient && (code === 32 || code === 9))) break
  }
  return end === scan.length ? scan : scan.slice(0, end)
}
