import { type LintProblem, nonDigit, problem } from './problem.ts'

/** Accepts only zeros. @see GS1 General Specifications, section 3.9, leading zero of AI (8003). */
export function zero(text: string): LintProblem | null {
  return /^0+$/.test(text) ? null : problem('NOT_ZERO', 0, text.length)
}

/** Accepts only digits, at least one of which is not zero. @see GS1 General Specifications, section 3.9, dimensions of AI (8001). */
export function nonzero(text: string): LintProblem | null {
  return nonDigit(text) ?? (/[1-9]/.test(text) ? null : problem('ILLEGAL_ZERO_VALUE', 0, text.length))
}

/** Checks that a text consists of digits only and does not begin with 0. @see GS1 General Specifications, section 3.9, AI (8011). */
export function nozeroprefix(text: string): LintProblem | null {
  return text.startsWith('0') ? problem('ILLEGAL_ZERO_PREFIX', 0, 1) : nonDigit(text)
}

/**
 * Checks that a text contains at least one character that is not a digit.
 * @see GS1 General Specifications, section 3.9, AI (8014).
 */
export function hasnondigit(text: string): LintProblem | null {
  return nonDigit(text) === null ? problem('REQUIRES_NON_DIGIT_CHARACTER', 0, text.length) : null
}

/**
 * Requires a piece number and a total with the same number of digits. Neither may be zero, and the piece number must not exceed the total.
 * @see GS1 General Specifications, section 3.9, AI (8006).
 */
export function pieceoftotal(text: string): LintProblem | null {
  const bad = nonDigit(text)
  if (bad !== null) return bad
  if (text === '' || text.length % 2 !== 0) return problem('INVALID_LENGTH_FOR_PIECE_OF_TOTAL', 0, text.length)
  const half = text.length / 2
  const piece = text.slice(0, half)
  const total = text.slice(half)
  if (!/[1-9]/.test(piece)) return problem('ZERO_PIECE_NUMBER', 0, half)
  if (!/[1-9]/.test(total)) return problem('ZERO_TOTAL_PIECES', half, half)
  return piece > total ? problem('PIECE_NUMBER_EXCEEDS_TOTAL', 0, text.length) : null
}

/** `1/3`: position and end without leading zeros. @see GS1 General Specifications, section 3.8, AI (7258). */
export function posinseqslash(text: string): LintProblem | null {
  const slash = text.indexOf('/')
  const position = text.slice(0, Math.max(slash, 0))
  const end = text.slice(slash + 1)
  if (slash < 1 || end === '' || nonDigit(position) !== null || nonDigit(end) !== null) {
    return problem('POSITION_IN_SEQUENCE_MALFORMED', 0, text.length)
  }
  if (position.startsWith('0')) return problem('ILLEGAL_ZERO_PREFIX', 0, slash)
  if (end.startsWith('0')) return problem('ILLEGAL_ZERO_PREFIX', slash + 1, end.length)
  const exceeds = position.length === end.length ? position > end : position.length > end.length
  return exceeds ? problem('POSITION_EXCEEDS_END', 0, text.length) : null
}

/**
 * Checks a latitude of ten digits: degrees with seven decimals, shifted so that they are never negative.
 *
 * @see GS1 General Specifications, section 3.7, AI (4309).
 */
export function latitude(text: string): LintProblem | null {
  return coordinate(text, 'LATITUDE', '1800000000')
}

export function longitude(text: string): LintProblem | null {
  return coordinate(text, 'LONGITUDE', '3600000000')
}

function coordinate(text: string, name: string, greatest: string): LintProblem | null {
  if (text.length !== 10) return problem(`${name}_INVALID_LENGTH`, 0, text.length)
  return nonDigit(text) ?? (text > greatest ? problem(`INVALID_${name}`, 0, 10) : null)
}
