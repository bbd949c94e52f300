import { classes, isHexPair, SET_64 } from '../characters.ts'
import { type LintProblem, problem } from './problem.ts'

/**
 * Checks a yes/no flag, which must be 0 or 1.
 * @see GS1 General Specifications, section 3.7, AI (4321) and following.
 */
export function yesno(text: string): LintProblem | null {
  return text === '0' || text === '1' ? null : problem('NOT_ZERO_OR_ONE', 0, text.length)
}

/**
 * Checks the winding direction of a roll, which must be 0, 1 or 9.
 * @see GS1 General Specifications, section 3.9, AI (8001).
 */
export function winding(text: string): LintProblem | null {
  return text === '0' || text === '1' || text === '9' ? null : problem('INVALID_WINDING_DIRECTION', 0, text.length)
}

/** Sex as ISO/IEC 5218 codes it. @see GS1 General Specifications, section 3.8, AI (7252). */
export function iso5218(text: string): LintProblem | null {
  return /^[0129]$/.test(text) ? null : problem('INVALID_BIOLOGICAL_SEX_CODE', 0, text.length)
}

/** @see GS1 General Specifications, section 3.7, AI (4330) and following: the minus sign after a temperature. */
export function hyphen(text: string): LintProblem | null {
  return /^-+$/.test(text) ? null : problem('NOT_HYPHEN', 0, text.length)
}

/** @see GS1 General Specifications, section 3.8, AI (7040). */
export function importeridx(text: string): LintProblem | null {
  if (text.length !== 1) return problem('IMPORTER_IDX_MUST_BE_ONE_CHARACTER', 0, text.length)
  return ((classes[text.charCodeAt(0)] ?? 0) & SET_64) !== 0 ? null : problem('INVALID_IMPORT_IDX_CHARACTER', 0, 1)
}

/**
 * Checks that the text is one of the two-digit AIDC media types. @see GS1 General Specifications, section 3.8, AI (7241), table "AIDC media type
 * values".
 */
export function mediatype(text: string): LintProblem | null {
  return /^(0[1-9]|10|[89][0-9])$/.test(text) ? null : problem('INVALID_MEDIA_TYPE', 0, text.length)
}

/** Checks that every `%` is followed by two hexadecimal digits. @see GS1 General Specifications, section 7.11, percent encoding. */
export function pcenc(text: string): LintProblem | null {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 3)) {
    if (!isHexPair(text, at + 1)) return problem('INVALID_PERCENT_SEQUENCE', at, Math.min(3, text.length - at))
  }
  return null
}
