import pg from 'pg'
import { vi } from 'vitest'
import type { TestDb } from './harness.ts'

/** The harness looks whether the token that it keeps for somebody is still good. */
const isOfTheTest = ([query]: readonly unknown[]) => typeof query === 'string' && query.startsWith('select from session where token_hash')

/** How many statements `run` sends, beginning and end of its transactions counted in. */
export async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  sent.mockClear()
  await run()
  return sent.mock.calls.filter((call) => !isOfTheTest(call)).length
}

/** The same once everything is warm: the first call of a minute writes down that somebody is there. */
export async function countWarmStatements({ deps }: TestDb, run: () => Promise<unknown>): Promise<number> {
  await run()
  await deps.calls.idle()
  return countStatements(run)
}
