import { NoResultError } from 'kysely'

/** Whether the error is the one that Kysely throws when a query finds no row. The API answers it as "not found". */
export function isNoResult(error: unknown): boolean {
  return error instanceof NoResultError
}
