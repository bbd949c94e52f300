import { coreErrors } from './core.facts.ts'
import { AppError } from './errors.ts'

/** Drops the one extra row that was read and makes the cursor of the next page from the last row that stays. */
export function pageOf<T, K>(rows: T[], limit: number, keyOf: (row: T) => K): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null }
}

/** Encodes the sort key of the last row as a cursor: JSON in base64url. Callers must not interpret it. */
function writeCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** @throws AppError bad_cursor for text that is not one of our cursors. */
export function readCursor<T>(cursor: string | undefined, check: (key: unknown) => key is T): T | undefined {
  if (!cursor) return undefined
  let key: unknown
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw new AppError(coreErrors.bad_cursor)
  }
  if (!check(key)) throw new AppError(coreErrors.bad_cursor)
  return key
}

/** Sort key of lists by date: the instant as ISO text, then the id. */
export type DateKey = readonly [at: string, id: number]
export function isDateKey(key: unknown): key is DateKey {
  return (
    Array.isArray(key) &&
    key.length === 2 &&
    typeof key[0] === 'string' &&
    !Number.isNaN(Date.parse(key[0])) &&
    Number.isSafeInteger(key[1])
  )
}
