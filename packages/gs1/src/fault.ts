import type { AiRule } from './ai-rules.ts'
import type { DecodeError, DecodeErrorCode } from './decode-types.ts'
import type { LintProblem } from './linters/problem.ts'

/** No barcode contains more elements or characters; GS1's own engine has the same limits. */
export const MAX_ELEMENTS = 64
export const MAX_CHARACTERS = 8190

/** One element string: its rule, its value, and where the value begins in the scan. */
export interface Part {
  readonly rule: AiRule
  readonly value: string
  readonly position: number
}

/** For each test that data can fail: the second half of a sentence that begins "Data 123 of Application Identifier 01". */
const words: Readonly<Record<string, string>> = {
  csum: 'has a wrong check digit',
  csumalpha: 'has a wrong check character pair',
  gcppos1: 'does not begin with a GS1 Company Prefix',
  gcppos2: 'has no GS1 Company Prefix after its first digit',
  iso3166: 'names no country',
  iso3166999: 'names no country',
  iso3166alpha2: 'names no country',
  iso4217: 'names no currency',
  iso5218: 'is not 0, 1, 2 or 9',
  iban: 'is not an IBAN',
  packagetype: 'is not a package type code',
  mediatype: 'is not a media type code',
  importeridx: 'has an importer index that is not a letter, a digit, - or _',
  couponcode: 'is not a coupon code',
  couponposoffer: 'is not a positive offer file coupon code',
  hhmi: 'has no time of day',
  hh: 'has no hour',
  mi: 'has no minute',
  ss: 'has no second',
  zero: 'must begin with zero',
  nonzero: 'must not be zero',
  nozeroprefix: 'must not begin with zero',
  hasnondigit: 'must contain at least one character that is not a digit',
  pieceoftotal: 'is not a piece of a total',
  posinseqslash: 'is not a position in a sequence',
  latitude: 'is not a latitude',
  longitude: 'is not a longitude',
  pcenc: 'has a % without two hexadecimal digits',
  yesno: 'is not 0 or 1',
  winding: 'has a winding direction other than 0, 1 or 9',
  hyphen: 'ends with something other than a hyphen',
}

const DATE_TESTS = new Set(['yymmd0', 'yymmdd', 'yyyymmd0', 'yyyymmdd'])

export function fault(code: DecodeErrorCode, message: string, position: number): DecodeError {
  return { code, message, position }
}

export function tooShort(rule: AiRule, value: string, position: number): DecodeError {
  const message = `Data ${shown(value)} too short for Application Identifier ${rule.ai}`
  return { code: 'too_short', ai: rule.ai, message, position, length: value.length, min: rule.min, max: rule.max }
}

export function tooLong(rule: AiRule, value: string, position: number): DecodeError {
  const message = `Data ${shown(value)} too long for Application Identifier ${rule.ai}`
  return { code: 'too_long', ai: rule.ai, message, position, length: value.length, min: rule.min, max: rule.max }
}

export function wrongCharacter(rule: AiRule, value: string, position: number, digits: boolean): DecodeError {
  const data = `Data ${shown(value)} of Application Identifier ${rule.ai}`
  return digits
    ? { code: 'not_digits', ai: rule.ai, message: `${data} must be digits`, position, rule: 'NON_DIGIT_CHARACTER' }
    : { code: 'characters', ai: rule.ai, message: `${data} has a character that GS1 does not allow`, position }
}

/** @param position where the checked component begins in the scan. */
export function lintFault(rule: AiRule, value: string, position: number, test: string, found: LintProblem): DecodeError {
  const code = DATE_TESTS.has(test) ? 'date' : test.startsWith('csum') ? 'check_digit' : 'format'
  const says = code === 'date' ? 'is not a date' : (words[test] ?? 'is not allowed')
  const message = `Data ${shown(value)} of Application Identifier ${rule.ai} ${says}`
  return { code, ai: rule.ai, message, position: position + found.at, rule: found.code }
}

export function unknownAi(text: string, at: number, position = at): DecodeError {
  return fault('unknown_ai', `Unknown Application Identifier at ${text.slice(at, at + 4)}`, position)
}

/** Shortens a long value for display. */
export function shown(value: string): string {
  return value.length <= 100 ? value : `${value.slice(0, 100)}…`
}
