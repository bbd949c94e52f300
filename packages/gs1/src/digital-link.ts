import { firstOutsideSet82 } from './characters.ts'
import { hasValidCheckDigit } from './check-digit.ts'
import type { Epc, EpcError } from './epc-types.ts'
import { toGtin14 } from './gtin.ts'
import { failure, type Result, success } from './result.ts'

/** Maximum length of a Digital Link; a longer text isn't examined and counts as no identifier. */
const LONGEST = 4096

/**
 * Reads a GS1 Digital Link URI with any domain and any path before the primary key. Primary keys are 01 (GTIN), 00 (SSCC), and 414 and 417 (GLNs). A
 * GTIN with a serial number (21) becomes an SGTIN; without one, a GTIN with a lot (10) becomes a lot, and any other GTIN a product class. 254 is read
 * as the extension of 414. Skips data attributes in the query and further qualifiers.
 * @see GS1 Digital Link: URI Syntax 1.3, section 4.
 */
export function parseDigitalLink(uri: string): Result<Epc, EpcError> {
  if (uri.length > LONGEST) return failure('not_an_epc')
  const parts = makePath(uri)
  if (parts === null) return failure('percent_encoding')
  for (let i = parts.length - 2; i >= 0; i -= 1) {
    const value = parts[i + 1] ?? ''
    if (parts[i] === '01' && /^[0-9]{8,14}$/.test(value)) return readGtin(value, parts.slice(i + 2))
    if (parts[i] === '00' && /^[0-9]{18}$/.test(value)) {
      return hasValidCheckDigit(value) ? success({ kind: 'sscc', sscc: value }) : failure('check_digit')
    }
    if ((parts[i] === '414' || parts[i] === '417') && /^[0-9]{13}$/.test(value)) {
      if (!hasValidCheckDigit(value)) return failure('check_digit')
      return parts[i] === '417' ? success({ kind: 'pgln', gln: value }) : readGln(value, parts.slice(i + 2))
    }
  }
  return failure('not_an_epc')
}

function readGtin(text: string, rest: readonly string[]): Result<Epc, EpcError> {
  const gtin14 = toGtin14(text)
  if (!gtin14.ok) return failure(gtin14.error === 'check_digit' ? 'check_digit' : 'digit_count')
  const gtin = gtin14.value
  const serialNumber = qualifier(rest, '21')
  if (serialNumber !== undefined) {
    const problem = serialProblem(serialNumber)
    return problem === null ? success({ kind: 'sgtin', gtin, serialNumber }) : failure(problem)
  }
  const lotNumber = qualifier(rest, '10')
  if (lotNumber === undefined) return success({ kind: 'sgtinPattern', gtin })
  const problem = serialProblem(lotNumber)
  return problem === null ? success({ kind: 'lgtin', gtin, lotNumber }) : failure(problem)
}

function readGln(gln: string, rest: readonly string[]): Result<Epc, EpcError> {
  const extension = qualifier(rest, '254') ?? '0'
  const problem = serialProblem(extension)
  return problem === null ? success({ kind: 'sgln', gln, extension }) : failure(problem)
}

function qualifier(rest: readonly string[], ai: string): string | undefined {
  for (let i = 0; i + 1 < rest.length; i += 2) {
    if (rest[i] === ai) return rest[i + 1]
  }
  return undefined
}

function serialProblem(text: string): EpcError | null {
  if (text.length < 1 || text.length > 20) return 'serial_length'
  return firstOutsideSet82(text) < 0 ? null : 'serial_characters'
}

/** Decoded segments of the path, or null if a percent escape is malformed. */
function makePath(uri: string): string[] | null {
  const start = uri.indexOf('/', uri.indexOf('://') + 3)
  if (start < 0) return []
  const path = uri.slice(start + 1).replace(/[?#].*$/s, '')
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return null
  }
}
