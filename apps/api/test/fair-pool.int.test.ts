import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../src/db/connection/lost-connection.ts'
import { withCustomer } from '../src/db/customer-tx.ts'
import { openDb, openPool } from '../src/db/pool.ts'
import type { Db } from '../src/db/types.ts'
import { useTestDb } from './fixtures.ts'

const t = useTestDb()
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

function openShared(connections: number, waitMs = 10_000): Db {
  const pool = openPool(t.ownerUrl, 'seriatim_app', connections, { waitMs })
  closers.push(() => pool.end())
  return openDb(pool)
}

/** Starts transactions that begin as soon as the pool lets them, and that stay open until the test ends them. */
function hold(db: Db, customerId: number, amount: number) {
  const begun: number[] = []
  const end = Promise.withResolvers<void>()
  const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
  const all = Array.from({ length: amount }, (_, n) =>
    withCustomer(db, scope, 'read only', async (tx) => {
      await sql`select 1`.execute(tx)
      begun.push(n)
      await end.promise
    }),
  )
  return { begun, all, end: () => end.resolve() }
}

describe('connections shared by customers', () => {
  test('are never all taken by one customer, so that another customer gets one at once', async () => {
    const db = openShared(8)
    const greedy = hold(db, 1, 50)
    await expect.poll(() => greedy.begun.length).toBeGreaterThanOrEqual(2)
    const other = hold(db, 2, 1)
    await expect.poll(() => other.begun).toEqual([0])
    expect(greedy.begun.length).toBeLessThan(8)
    other.end()
    greedy.end()
    await Promise.all([...greedy.all, ...other.all])
    expect(greedy.begun).toHaveLength(50)
  })

  test('are assigned round-robin: the next customer waits for one earlier transaction, not for all queued ones', async () => {
    const db = openShared(2)
    const greedy = Array.from({ length: 20 }, () => hold(db, 1, 1))
    const countBegun = () => greedy.filter((one) => one.begun.length).length
    await expect.poll(countBegun).toBe(2)
    const other = hold(db, 2, 1)
    // The first connection that becomes free goes to the greedy customer, the second to the other customer. The test ends each transaction
    // explicitly, so the machine's speed doesn't matter.
    greedy[0]?.end()
    await expect.poll(countBegun).toBe(3)
    greedy[1]?.end()
    await expect.poll(() => other.begun).toEqual([0])
    expect(countBegun()).toBe(3)
    other.end()
    for (const one of greedy) one.end()
    await Promise.all([...greedy.flatMap((one) => one.all), ...other.all])
  })

  test('are reported as exhausted after a timeout, and become free again', async () => {
    const db = openShared(2, 200)
    const holding = hold(db, 1, 2)
    await expect.poll(() => holding.begun.length).toBe(2)
    const late = hold(db, 2, 1)
    await expect(late.all[0]).rejects.toMatchObject({ isBusy: true })
    await expect(late.all[0]).rejects.toBeInstanceOf(DatabaseUnavailableError)
    holding.end()
    await Promise.all(holding.all)
    const again = hold(db, 2, 2)
    again.end()
    await Promise.all(again.all)
  })
})
