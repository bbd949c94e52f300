import { isDigits } from './characters.ts'

/**
 * Determines how many leading digits of a key are its GS1 Company Prefix, as far as that is possible without GS1's register, which is not public. A
 * US drug's prefix is `03` plus the labeler code, which has four digits if it begins with zero and otherwise five. All other prefixes must be in
 * `known`.
 * @param key GTIN (8, 12, 13 or 14 digits), GLN (13) or SSCC (18).
 * @param known company prefixes of trading partners; the longest match wins.
 * @returns 6 to 12, or null if the prefix is unknown.
 * @see GS1 General Specifications, section 1.4.4; FDA, 21 CFR 207.33.
 */
export function companyPrefixLength(key: string, known: readonly string[] = []): number | null {
  if (!isDigits(key)) return null
  const digits = prefixed(key)
  if (digits === null) return null
  const fitting = known.filter((prefix) => prefix.length >= 6 && prefix.length <= 12 && digits.startsWith(prefix))
  if (fitting.length > 0) return Math.max(...fitting.map(({ length }) => length))
  if (!digits.startsWith('03') || key.length === 8) return null
  return digits.startsWith('030') ? 6 : 7
}

/**
 * Removes the digit before the company prefix from a GTIN-14 or an SSCC, and pads a shorter GTIN with zeros to 13 digits, so that the result begins
 * with the company prefix. Null for a key whose length is not 8, 12, 13, 14 or 18.
 */
function prefixed(key: string): string | null {
  switch (key.length) {
    case 8:
      return `00000${key}`
    case 12:
      return `0${key}`
    case 13:
      return key
    case 14:
    case 18:
      return key.slice(1)
    default:
      return null
  }
}
