import pg from 'pg'
import { vi } from 'vitest'
import type { TestDb } from './harness.ts'

/** Whether a statement is the harness's own check that its cached token is still valid. */
const isOfTheTest = ([query]: readonly unknown[]) => typeof query === 'string' && query.startsWith('select from session where token_hash')

/** Number of statements that `run` sends, including the start and end of its transactions. */
export async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  sent.mockClear()
  await run()
  return sent.mock.calls.filter((call) => !isOfTheTest(call)).length
}

/**
 * Runs `run` twice and counts the statements of the second run. In the first, the server may also record the caller's activity, which it does once a
 * minute.
 */
export async function countWarmStatements({ deps }: TestDb, run: () => Promise<unknown>): Promise<number> {
  await run()
  await deps.calls.idle()
  return countStatements(run)
}
