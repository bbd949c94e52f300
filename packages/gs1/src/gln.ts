import { hasValidCheckDigit } from './check-digit.ts'
import { encodeSerial, parseEpc } from './epc.ts'
import type { EpcError } from './epc-types.ts'
import { failure, type Result, success } from './result.ts'

/** Whether text is a GLN: exactly 13 digits with the right check digit. */
export function isGln(text: string): boolean {
  return text.length === 13 && hasValidCheckDigit(text)
}

/**
 * The GLN inside an SGLN (`urn:epc:id:sgln:P.L.E` or a Digital Link with 414); the extension is dropped.
 *
 * @returns 13 digits, check digit computed; else what is wrong, `other_key` for a URI of another kind.
 * @see EPC Tag Data Standard, section 7.4.
 */
export function sglnToGln(uri: string): Result<string, EpcError> {
  return pickGln(uri, 'sgln')
}

/** The same for a party (`urn:epc:id:pgln:P.R` or a Digital Link with 417). */
export function pglnToGln(uri: string): Result<string, EpcError> {
  return pickGln(uri, 'pgln')
}

/**
 * The SGLN of a GLN.
 *
 * @param companyPrefixLength digits of the company prefix, 6 to 12: a GLN alone does not tell.
 * @param extension 1 to 20 characters for a place inside the location, plain; `0` means the location itself.
 * @returns `urn:epc:id:sgln:P.L.E`, or null when the GLN or the length is not possible.
 */
export function glnToSgln(gln: string, companyPrefixLength: number, extension = '0'): string | null {
  if (!isGln(gln) || !(companyPrefixLength >= 6 && companyPrefixLength <= 12)) return null
  return `urn:epc:id:sgln:${gln.slice(0, companyPrefixLength)}.${gln.slice(companyPrefixLength, 12)}.${encodeSerial(extension)}`
}

/** The same for a party: `urn:epc:id:pgln:P.R`. */
export function glnToPgln(gln: string, companyPrefixLength: number): string | null {
  if (!isGln(gln) || !(companyPrefixLength >= 6 && companyPrefixLength <= 12)) return null
  return `urn:epc:id:pgln:${gln.slice(0, companyPrefixLength)}.${gln.slice(companyPrefixLength, 12)}`
}

function pickGln(uri: string, kind: 'sgln' | 'pgln'): Result<string, EpcError> {
  const epc = parseEpc(uri.trim())
  if (!epc.ok) return epc
  return epc.value.kind === kind ? success(epc.value.gln) : failure('other_key')
}
