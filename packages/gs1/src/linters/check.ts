import { set82 } from '../characters.ts'
import { checkDigitBefore } from '../check-digit.ts'
import { type LintProblem, nonDigit, problem } from './problem.ts'

const SET32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const primes = firstPrimes(97)

/** @see GS1 General Specifications, section 7.9.1, "Standard check digit calculations for GS1 data structures". */
export function csum(text: string): LintProblem | null {
  if (text === '') return problem('TOO_SHORT_FOR_CHECK_DIGIT', 0, 0)
  const last = text.length - 1
  if (checkDigitBefore(text, last) === text.charCodeAt(last) - 48) return null
  return nonDigit(text) ?? problem('INCORRECT_CHECK_DIGIT', last, 1)
}

/**
 * Checks the two check characters at the end of a Global Model Number.
 * @see GS1 General Specifications, section 7.9, check character pair of the Global Model Number.
 */
export function csumalpha(text: string): LintProblem | null {
  const end = text.length - 2
  if (end > primes.length) return problem('TOO_LONG_FOR_CHECK_PAIR_IMPLEMENTATION', 0, text.length)
  if (end < 0) return problem('TOO_SHORT_FOR_CHECK_PAIR', 0, text.length)
  const pair = checkPair(text.slice(0, end))
  if (typeof pair === 'number') return problem('INVALID_CSET82_CHARACTER', pair, 1)
  return text.endsWith(pair) ? null : problem('INCORRECT_CHECK_PAIR', end, 2)
}

/**
 * Computes the two check characters of a Global Model Number from the text without them. Returns a position instead if a character is not in set 82.
 */
export function checkPair(text: string): string | number {
  let sum = 0
  for (let i = 0; i < text.length; i += 1) {
    const weight = set82.indexOf(text.charAt(i))
    if (weight < 0) return i
    sum += weight * (primes[text.length - 1 - i] ?? 0)
  }
  sum %= 1021
  return SET32.charAt(sum >> 5) + SET32.charAt(sum & 31)
}

/** Checks that a GS1 Company Prefix starts with four digits, because it has at least four. @see GS1 General Specifications, section 1.4.4. */
export function gcppos1(text: string): LintProblem | null {
  return companyPrefix(text, 0)
}

/** Checks that the GS1 Company Prefix after an indicator or extension digit starts with four digits, because it has at least four. */
export function gcppos2(text: string): LintProblem | null {
  return text.length < 2 ? problem('TOO_SHORT_FOR_GCP', 0, text.length) : companyPrefix(text, 1)
}

function companyPrefix(text: string, from: number): LintProblem | null {
  if (text.length < from + 4) return problem('TOO_SHORT_FOR_GCP', from, text.length - from)
  for (let i = from; i < from + 4; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) return problem('INVALID_GCP_PREFIX', i, 1)
  }
  return null
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n)
  }
  return found
}
