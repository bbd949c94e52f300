/** Where in a component a test found something, and its name for it as the dictionary's tests have it. */
export interface LintProblem {
  readonly code: string
  readonly at: number
  readonly length: number
}

/** Judges one component of a value; null when it is right. Never throws. */
export type Linter = (text: string) => LintProblem | null

export function problem(code: string, at: number, length: number): LintProblem {
  return { code, at, length }
}

/** The first character that is not a digit, as a problem. */
export function nonDigit(text: string): LintProblem | null {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) return problem('NON_DIGIT_CHARACTER', i, 1)
  }
  return null
}
