import { hasValidCheckDigit } from './check-digit.ts'

/** Whether text is an SSCC: exactly 18 digits with a correct check digit. */
export function isSscc(text: string): boolean {
  return text.length === 18 && hasValidCheckDigit(text)
}
