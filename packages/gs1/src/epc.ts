import { firstOutsideSet82, isDigits } from './characters.ts'
import { checkDigit } from './check-digit.ts'
import { parseDigitalLink } from './digital-link.ts'
import type { Epc, EpcError } from './epc-types.ts'
import { failure, type Result, success } from './result.ts'

/**
 * Reads `urn:epc:id:` sgtin, sscc, sgln and pgln, `urn:epc:idpat:sgtin`, `urn:epc:class:lgtin`, and Digital Links to the same keys. URIs that split
 * the same GTIN differently give the same result. Does not trim white space; case matters after `urn:`.
 *
 * @returns the key with its check digit computed (a Digital Link's is verified), otherwise why it cannot be read. Never throws.
 * @see EPC Tag Data Standard 1.13, sections 6 and 7; GS1 Digital Link: URI Syntax 1.3.
 */
export function parseEpc(uri: string): Result<Epc, EpcError> {
  if (uri.startsWith('urn:epc:id:')) {
    if (uri.startsWith('sgtin:', 11)) return readSgtin(uri)
    if (uri.startsWith('sscc:', 11)) return readSscc(uri)
    if (uri.startsWith('sgln:', 11)) return readSgln(uri)
    if (uri.startsWith('pgln:', 11)) return readPgln(uri)
    return failure('other_key')
  }
  if (uri.startsWith('urn:epc:idpat:sgtin:')) return readPattern(uri)
  if (uri.startsWith('urn:epc:class:lgtin:')) return readLgtin(uri)
  if (uri.startsWith('urn:epc:')) return failure('other_key')
  if (uri.startsWith('https://') || uri.startsWith('http://')) return parseDigitalLink(uri)
  return failure('not_an_epc')
}

/** Key that is equal for two SGTINs of the same unit, however their URIs are split: GTIN-14, then the serial number. */
export function sgtinKey(gtin14: string, serialNumber: string): string {
  return gtin14 + serialNumber
}

/**
 * `urn:epc:id:sgtin:P.I.S` of a GTIN-14 and its serial number (plain; this function percent-encodes it).
 *
 * @param companyPrefixLength digits of the company prefix, 6 to 12, which a GTIN alone does not reveal.
 */
export function sgtinUri(gtin14: string, serialNumber: string, companyPrefixLength: number): string {
  return `urn:epc:id:sgtin:${classPart(gtin14, companyPrefixLength)}.${encodeSerial(serialNumber)}`
}

/** `urn:epc:idpat:sgtin:P.I.*`: every unit of that GTIN-14. */
export function sgtinPatternUri(gtin14: string, companyPrefixLength: number): string {
  return `urn:epc:idpat:sgtin:${classPart(gtin14, companyPrefixLength)}.*`
}

/** `urn:epc:class:lgtin:P.I.L` of a GTIN-14 and a lot (plain; this function percent-encodes it). */
export function lgtinUri(gtin14: string, lotNumber: string, companyPrefixLength: number): string {
  return `urn:epc:class:lgtin:${classPart(gtin14, companyPrefixLength)}.${encodeSerial(lotNumber)}`
}

/** `urn:epc:id:sscc:P.R` of an 18-digit SSCC. */
export function ssccUri(sscc: string, companyPrefixLength: number): string {
  const end = companyPrefixLength + 1
  return `urn:epc:id:sscc:${sscc.slice(1, end)}.${sscc.slice(0, 1)}${sscc.slice(end, 17)}`
}

function classPart(gtin14: string, companyPrefixLength: number): string {
  const end = companyPrefixLength + 1
  return `${gtin14.slice(1, end)}.${gtin14.slice(0, 1)}${gtin14.slice(end, 13)}`
}

/** Escapes the characters of set 82 that a URN cannot contain. */
export function encodeSerial(serialNumber: string): string {
  return serialNumber.replace(/[%/?&"<>#]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function readSgtin(uri: string): Result<Epc, EpcError> {
  const firstDot = uri.indexOf('.', 17)
  const secondDot = firstDot < 0 ? -1 : uri.indexOf('.', firstDot + 1)
  if (secondDot < 0) return failure('digit_count')
  const gtin = pickGtin(uri, 17, firstDot, secondDot)
  if (!gtin.ok) return gtin
  const serial = decodeSerial(uri.slice(secondDot + 1))
  return serial.ok ? success({ kind: 'sgtin', gtin: gtin.value, serialNumber: serial.value }) : serial
}

function readPattern(uri: string): Result<Epc, EpcError> {
  const firstDot = uri.indexOf('.', 20)
  if (firstDot < 0 || !uri.endsWith('.*')) return failure('digit_count')
  const gtin = pickGtin(uri, 20, firstDot, uri.length - 2)
  return gtin.ok ? success({ kind: 'sgtinPattern', gtin: gtin.value }) : gtin
}

function readLgtin(uri: string): Result<Epc, EpcError> {
  const firstDot = uri.indexOf('.', 20)
  const secondDot = firstDot < 0 ? -1 : uri.indexOf('.', firstDot + 1)
  if (secondDot < 0) return failure('digit_count')
  const gtin = pickGtin(uri, 20, firstDot, secondDot)
  if (!gtin.ok) return gtin
  const lot = decodeSerial(uri.slice(secondDot + 1))
  return lot.ok ? success({ kind: 'lgtin', gtin: gtin.value, lotNumber: lot.value }) : lot
}

/** GTIN of an SGTIN. The company prefix is uri[start, dot); the indicator and the item reference are uri[dot + 1, end). */
function pickGtin(uri: string, start: number, dot: number, end: number): Result<string, EpcError> {
  const problem = prefixProblem(dot - start)
  if (problem !== null) return failure(problem)
  if (end - start - 1 !== 13) return failure('digit_count')
  const digits = uri.charAt(dot + 1) + uri.slice(start, dot) + uri.slice(dot + 2, end)
  const check = checkDigit(digits)
  return Number.isNaN(check) ? failure('not_digits') : success(digits + check)
}

function readSscc(uri: string): Result<Epc, EpcError> {
  const dot = uri.indexOf('.', 16)
  if (dot < 0) return failure('digit_count')
  const problem = prefixProblem(dot - 16)
  if (problem !== null) return failure(problem)
  if (uri.length - 17 !== 17) return failure('digit_count')
  const digits = uri.charAt(dot + 1) + uri.slice(16, dot) + uri.slice(dot + 2)
  const check = checkDigit(digits)
  return Number.isNaN(check) ? failure('not_digits') : success({ kind: 'sscc', sscc: digits + check })
}

function readSgln(uri: string): Result<Epc, EpcError> {
  const firstDot = uri.indexOf('.', 16)
  const secondDot = firstDot < 0 ? -1 : uri.indexOf('.', firstDot + 1)
  if (secondDot < 0) return failure('digit_count')
  const gln = glnDigits(uri.slice(16, firstDot), uri.slice(firstDot + 1, secondDot))
  if (!gln.ok) return gln
  const extension = decodeSerial(uri.slice(secondDot + 1))
  return extension.ok ? success({ kind: 'sgln', gln: gln.value, extension: extension.value }) : extension
}

function readPgln(uri: string): Result<Epc, EpcError> {
  const dot = uri.indexOf('.', 16)
  if (dot < 0) return failure('digit_count')
  const gln = glnDigits(uri.slice(16, dot), uri.slice(dot + 1))
  return gln.ok ? success({ kind: 'pgln', gln: gln.value }) : gln
}

function glnDigits(prefix: string, reference: string): Result<string, EpcError> {
  const problem = prefixProblem(prefix.length)
  if (problem !== null) return failure(problem)
  const digits = prefix + reference
  if (digits.length !== 12) return failure(isDigits(digits) ? 'digit_count' : 'not_digits')
  const check = checkDigit(digits)
  return Number.isNaN(check) ? failure('not_digits') : success(digits + check)
}

function prefixProblem(length: number): EpcError | null {
  return length < 6 || length > 12 ? 'company_prefix' : null
}

function decodeSerial(text: string): Result<string, EpcError> {
  let serial = text
  if (text.includes('%')) {
    if (/%(?![0-9A-Fa-f]{2})/.test(text)) return failure('percent_encoding')
    if (/["&/<>?#]/.test(text)) return failure('serial_characters')
    serial = text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  } else if (/["&/<>?#]/.test(text)) return failure('serial_characters')
  if (serial.length < 1 || serial.length > 20) return failure('serial_length')
  return firstOutsideSet82(serial) < 0 ? success(serial) : failure('serial_characters')
}
