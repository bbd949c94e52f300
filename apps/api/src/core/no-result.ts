import { NoResultError } from 'kysely'

/** Recognizes Kysely's "no result", which a caller sees as not found. */
export function isNoResult(error: unknown): boolean {
  return error instanceof NoResultError
}
