/**
 * The check digit that follows `digits`, for every GS1 key (GTIN, GLN, SSCC).
 *
 * @param digits the key without its check digit, ASCII digits only.
 * @returns 0 to 9; NaN if the text is empty or contains anything but digits.
 * @see GS1 General Specifications, section 7.9.1, "Standard check digit calculations".
 */
export function checkDigit(digits: string): number {
  return digits === '' ? Number.NaN : checkDigitBefore(digits, digits.length)
}

/** Check digit of the digits before `end`; 0 if there are none. */
export function checkDigitBefore(digits: string, end: number): number {
  let sum = 0
  let weight = 3
  for (let i = end - 1; i >= 0; i -= 1) {
    const digit = digits.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    sum += digit * weight
    weight = 4 - weight
  }
  return (10 - (sum % 10)) % 10
}

/** Whether the last digit of `digits` is the check digit of those before it; false for anything but digits. */
export function hasValidCheckDigit(digits: string): boolean {
  const last = digits.length - 1
  return last > 0 && checkDigitBefore(digits, last) === digits.charCodeAt(last) - 48
}
