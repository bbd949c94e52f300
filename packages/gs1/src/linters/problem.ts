/** A problem in one component of a value: its position in the component, and its name (`code`) as in the tests of GS1's dictionary. */
export interface LintProblem {
  readonly code: string
  readonly at: number
  readonly length: number
}

/** Checks one component of a value; null if it is valid. Never throws. */
export type Linter = (text: string) => LintProblem | null

export function problem(code: string, at: number, length: number): LintProblem {
  return { code, at, length }
}

/** Reports the first character that is not a digit. */
export function nonDigit(text: string): LintProblem | null {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) return problem('NON_DIGIT_CHARACTER', i, 1)
  }
  return null
}
