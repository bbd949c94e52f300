import { isDigits } from './characters.ts'
import { hasValidCheckDigit } from './check-digit.ts'
import { failure, type Result, success } from './result.ts'

export type GtinError = 'not_digits' | 'wrong_length' | 'check_digit'

/**
 * Normalizes any GTIN to the 14 digits by which products are compared. @param gtin 8, 12, 13 or 14 digits including the check digit; surrounding
 * white space is ignored. @returns 14 digits, left-padded with zeros, or the first error that was found in `gtin`. @see GS1 General Specifications,
 * section 3.3.2, "GTIN: AI (01)".
 */
export function toGtin14(gtin: string): Result<string, GtinError> {
  const digits = gtin.trim()
  if (!isDigits(digits)) return failure('not_digits')
  const length = digits.length
  if (length !== 8 && length !== 12 && length !== 13 && length !== 14) return failure('wrong_length')
  if (!hasValidCheckDigit(digits)) return failure('check_digit')
  return success(digits.padStart(14, '0'))
}

/** Whether text is exactly 14 digits with a correct check digit. */
export function isGtin14(text: string): boolean {
  return text.length === 14 && hasValidCheckDigit(text)
}

/** A GTIN as 14 digits, and in each shorter length that its leading zeros allow. */
export interface GtinForms {
  readonly gtin14: string
  readonly gtin13?: string
  readonly gtin12?: string
  readonly gtin8?: string
}

/**
 * A GTIN in the forms that labels and catalogs use.
 *
 * @param gtin 8, 12, 13 or 14 digits including the check digit.
 * @see GS1 General Specifications, section 3.3.2 and figure "GTIN formats".
 */
export function gtinForms(gtin: string): Result<GtinForms, GtinError> {
  const padded = toGtin14(gtin)
  if (!padded.ok) return padded
  const gtin14 = padded.value
  return success({
    gtin14,
    ...(gtin14.startsWith('0') && { gtin13: gtin14.slice(1) }),
    ...(gtin14.startsWith('00') && { gtin12: gtin14.slice(2) }),
    ...(gtin14.startsWith('000000') && { gtin8: gtin14.slice(6) }),
  })
}
