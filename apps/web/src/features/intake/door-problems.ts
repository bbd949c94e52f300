import type { ZodError } from 'zod'

/** The errors of a form, by field. */
export const listProblems = (error: ZodError | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0] ?? ''), message]))
