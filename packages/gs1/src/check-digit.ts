import { isDigits } from './characters.ts'

/**
 * The check digit that belongs after `digits`, for every GS1 key (GTIN, GLN, SSCC).
 *
 * @param digits the key without its check digit, ASCII digits only.
 * @returns 0 to 9; NaN when the text is empty or holds anything but digits.
 * @see GS1 General Specifications, section 7.9.1, "Standard check digit calculations".
 */
export function checkDigit(digits: string): number {
  if (digits === '') return Number.NaN
  let sum = 0
  let weight = 3
  for (let i = digits.length - 1; i >= 0; i -= 1) {
    const digit = digits.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    sum += digit * weight
    weight = 4 - weight
  }
  return (10 - (sum % 10)) % 10
}

/** Whether the last digit of `digits` is the check digit of those before it; false for anything but digits. */
export function hasValidCheckDigit(digits: string): boolean {
  return digits.length > 1 && isDigits(digits) && checkDigit(digits.slice(0, -1)) === digits.charCodeAt(digits.length - 1) - 48
}
