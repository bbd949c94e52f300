import { hasValidCheckDigit } from './check-digit.ts'
import { encodeSerial, parseEpc } from './epc.ts'
import type { EpcError } from './epc-types.ts'
import { failure, type Result, success } from './result.ts'

/** Whether text is a GLN: exactly 13 digits with a correct check digit. */
export function isGln(text: string): boolean {
  return text.length === 13 && hasValidCheckDigit(text)
}

/**
 * The GLN of an SGLN (`urn:epc:id:sgln:P.L.E` or a Digital Link with 414), without the extension.
 *
 * @returns 13 digits, the last of which is a computed check digit, or the error: `other_key` for a URI of another kind.
 * @see EPC Tag Data Standard, section 7.4.
 */
export function sglnToGln(uri: string): Result<string, EpcError> {
  return pickGln(uri, 'sgln')
}

/** Like `sglnToGln`, for a party (`urn:epc:id:pgln:P.R` or a Digital Link with 417). */
export function pglnToGln(uri: string): Result<string, EpcError> {
  return pickGln(uri, 'pgln')
}

/**
 * The SGLN of a GLN.
 *
 * @param companyPrefixLength digits of the company prefix, 6 to 12, which a GLN alone does not reveal.
 * @param extension 1 to 20 characters for a place inside the location, plain; `0` means the location itself.
 * @returns `urn:epc:id:sgln:P.L.E`, or null if the GLN or the length is invalid.
 */
export function glnToSgln(gln: string, companyPrefixLength: number, extension = '0'): string | null {
  if (!isGln(gln) || !(companyPrefixLength >= 6 && companyPrefixLength <= 12)) return null
  return `urn:epc:id:sgln:${gln.slice(0, companyPrefixLength)}.${gln.slice(companyPrefixLength, 12)}.${encodeSerial(extension)}`
}

/** Like `glnToSgln`, for a party: `urn:epc:id:pgln:P.R`. */
export function glnToPgln(gln: string, companyPrefixLength: number): string | null {
  if (!isGln(gln) || !(companyPrefixLength >= 6 && companyPrefixLength <= 12)) return null
  return `urn:epc:id:pgln:${gln.slice(0, companyPrefixLength)}.${gln.slice(companyPrefixLength, 12)}`
}

function pickGln(uri: string, kind: 'sgln' | 'pgln'): Result<string, EpcError> {
  const epc = parseEpc(uri.trim())
  if (!epc.ok) return epc
  return epc.value.kind === kind ? success(epc.value.gln) : failure('other_key')
}
