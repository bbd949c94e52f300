import { NoResultError } from 'kysely'

/** Kysely's "there is no such row", which a caller sees as not found. */
export function isNoResult(error: unknown): boolean {
  return error instanceof NoResultError
}
