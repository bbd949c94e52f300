import type { DecodeError } from './decode-types.ts'
import { fault, shown } from './fault.ts'
import { isLink } from './link-elements.ts'
import { failure, type Result, success } from './result.ts'

/** Form of a scan: where its data begins, and the character that stands for FNC1. */
export type Carrier =
  | { readonly form: 'elements'; readonly start: number; readonly separator: string; readonly bare: boolean }
  | { readonly form: 'bracketed' | 'link' | 'retail' | 'text'; readonly start: number }

/** Symbology identifiers that announce GS1 element strings. @see GS1 General Specifications, section 5.1.2 and figure "ISO/IEC 15424". */
const GS1_CARRIERS = new Set([']d2', ']C1', ']Q3', ']e0', ']J1'])
/** Symbology identifiers for plain text or a GS1 Digital Link. */
const PLAIN = new Set([']d1', ']Q1', ']J0'])
/** For each symbology identifier of a barcode that contains only a GTIN, without an application identifier: the number of digits of that GTIN. */
const RETAIL = new Map([
  [']E0', 13],
  [']E4', 8],
  [']I0', 14],
  [']I1', 14],
])
const families: Readonly<Record<string, string>> = {
  ...{ A: 'Code 39', C: 'Code 128', d: 'Data Matrix', E: 'EAN/UPC', e: 'GS1 DataBar', F: 'Codabar', G: 'Code 93', H: 'Code 11' },
  ...{ I: 'Interleaved 2 of 5', J: 'DotCode', L: 'PDF417', M: 'MSI', Q: 'QR Code', S: '2 of 5', U: 'MaxiCode', X: 'other', z: 'Aztec' },
}

export function retailLength(text: string, at: number): number | undefined {
  return RETAIL.get(text.slice(at, at + 3))
}

/** Detects the form of a scan by how it begins. */
export function readCarrier(text: string, start: number, lenient: boolean): Result<Carrier, DecodeError> {
  const first = text.charCodeAt(start)
  if (first === 93) return identified(text, start, lenient)
  if (first === 40) return success({ form: 'bracketed', start })
  if (first === 29) return success({ form: 'elements', start: start + 1, separator: '\x1d', bare: false })
  if (first === 94) return success({ form: 'elements', start: start + 1, separator: '^', bare: false })
  if ((first === 104 || first === 72) && isLink(text, start, true)) return success({ form: 'link', start })
  const separator = text.includes('\x1d', start) || !text.includes('^', start) ? '\x1d' : '^'
  return success({ form: 'elements', start, separator, bare: true })
}

function identified(text: string, start: number, lenient: boolean): Result<Carrier, DecodeError> {
  const id = text.slice(start, start + 3)
  if (GS1_CARRIERS.has(id)) return success({ form: 'elements', start: start + 3, separator: '\x1d', bare: false })
  if (RETAIL.has(id)) return success({ form: 'retail', start })
  if (PLAIN.has(id)) return success({ form: isLink(text, start + 3, lenient) ? 'link' : 'text', start: start + 3 })
  const family = families[id.charAt(1)]
  if (family === undefined || id.length < 3)
    return failure(fault('not_gs1', 'The barcode begins with an unknown symbology identifier', start))
  return failure(fault('not_gs1', `The barcode is ${family} (${id}) without GS1 data`, start))
}

export function notGs1(text: string, start: number): DecodeError {
  if (text.startsWith('[)>', start)) {
    const number = /[0-9]{2}/.exec(text.slice(start + 3, start + 6))?.[0]
    const format = number === undefined ? '' : ` of format ${number}`
    return fault('not_gs1', `The barcode is an ISO 15434 message${format}, not GS1`, start)
  }
  return fault('not_gs1', `The barcode is plain text, not GS1: ${shown(text.slice(start, start + 40))}`, start)
}
