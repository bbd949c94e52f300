import { COUNTRY_LETTERS, COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from './code-lists.ts'
import { type LintProblem, problem } from './problem.ts'

/**
 * Checks that the text is a numeric ISO 3166 country code.
 * @see GS1 General Specifications, section 3.7, AI (421) to (427).
 */
export function iso3166(text: string): LintProblem | null {
  return COUNTRY_NUMBERS.has(text) ? null : problem('NOT_ISO3166', 0, text.length)
}

/** A country, or 999 for several. @see GS1 General Specifications, section 3.8, AI (7030) to (7039). */
export function iso3166999(text: string): LintProblem | null {
  return text === '999' || COUNTRY_NUMBERS.has(text) ? null : problem('NOT_ISO3166_OR_999', 0, text.length)
}

/** @see GS1 General Specifications, section 3.7, AI (4307) and (4317). */
export function iso3166alpha2(text: string): LintProblem | null {
  return COUNTRY_LETTERS.has(text) ? null : problem('NOT_ISO3166_ALPHA2', 0, text.length)
}

/**
 * Checks that a text is a three-digit currency code of ISO 4217.
 * @see GS1 General Specifications, section 3.6, AI (391n) and (393n).
 */
export function iso4217(text: string): LintProblem | null {
  return CURRENCY_NUMBERS.has(text) ? null : problem('NOT_ISO4217', 0, text.length)
}

/** Checks that the text is in GS1's code list PackageTypeCode. @see GS1 General Specifications, section 3.8, AI (7041). */
export function packagetype(text: string): LintProblem | null {
  return PACKAGE_TYPES.has(text) ? null : problem('INVALID_PACKAGE_TYPE', 0, text.length)
}

/**
 * Requires the form of an IBAN: country, two check digits, up to 30 characters, checksum modulo 97. @see ISO 13616-1; GS1 General Specifications,
 * section 3.9, AI (8007).
 */
export function iban(text: string): LintProblem | null {
  const { length } = text
  if (length < 4) return problem('IBAN_TOO_SHORT', 0, length)
  if (!COUNTRY_LETTERS.has(text.slice(0, 2))) return problem('ILLEGAL_IBAN_COUNTRY_CODE', 0, 2)
  if (length > 34) return problem('IBAN_TOO_LONG', 0, length)
  if (length <= 10) return problem('IBAN_TOO_SHORT', 0, length)
  let sum = 0
  for (let i = 4; i < length + 4; i += 1) {
    const at = i % length
    const weight = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(text.charAt(at))
    if (weight < 0) return problem('INVALID_IBAN_CHARACTER', at, 1)
    sum = (sum * (weight < 10 ? 10 : 100) + weight) % 97
  }
  return sum === 1 ? null : problem('INCORRECT_IBAN_CHECKSUM', 2, 2)
}
