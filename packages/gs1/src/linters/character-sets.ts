import { firstOutside, NUMERIC, SET_39, SET_64, SET_82 } from '../characters.ts'
import { type LintProblem, problem } from './problem.ts'

/**
 * Checks that a value consists of digits only.
 * @see GS1 General Specifications, section 7.11, "GS1 AI encodable character sets".
 */
export function csetnumeric(text: string): LintProblem | null {
  return inSet(text, NUMERIC, 'NON_DIGIT_CHARACTER')
}

export function cset82(text: string): LintProblem | null {
  return inSet(text, SET_82, 'INVALID_CSET82_CHARACTER')
}

export function cset39(text: string): LintProblem | null {
  return inSet(text, SET_39, 'INVALID_CSET39_CHARACTER')
}

/** base64url with up to two `=` at the end; with any `=`, the text's length must be divisible by three, as in GS1's own linter. */
export function cset64(text: string): LintProblem | null {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  const pads = text.length - end
  if (pads > 2 || (pads > 0 && text.length % 3 !== 0)) return problem('INVALID_CSET64_PADDING', end, pads)
  const at = firstOutside(text, SET_64, 0, end)
  return at < 0 ? null : problem('INVALID_CSET64_CHARACTER', at, 1)
}

function inSet(text: string, set: number, code: string): LintProblem | null {
  const at = firstOutside(text, set)
  return at < 0 ? null : problem(code, at, 1)
}
