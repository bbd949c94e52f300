import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCustomer } from '../src/db/customer-tx.ts'
import { readInOneQuery, withInstants } from '../src/db/one-query.ts'
import { useTestDb } from './fixtures.ts'
import { newCustomer } from './make.ts'

const t = useTestDb()

test('a timestamp has the same value whether it is read in a combined query or in a separate one', async () => {
  const { customerId } = await newCustomer(t)
  const texts = [
    'infinity',
    '-infinity',
    '2026-11-23 10:00:00.123456+00',
    '2026-07-01 23:59:59.5-04',
    '10000-01-01 00:00:00+00',
    '294276-12-31 23:59:59+00',
    '0099-03-01 00:00:00+00',
    '0044-03-15 12:00:00+00 BC',
  ]
  const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
  const [plain, together] = await withCustomer(t.deps.db, scope, 'read only', async (tx) => {
    const query = sql<{
      at: Date | null
    }>`select at::timestamptz as at from unnest(${[...texts, null]}::text[]) with ordinality as told (at, n) order by n`
    const { told } = await readInOneQuery(tx, { told: query })
    return [(await query.execute(tx)).rows, withInstants(told, 'at')]
  })
  expect(together).toEqual(plain)
  expect(plain.map(({ at }) => (at instanceof Date ? at.getTime() : at))).not.toContain(Number.NaN)
})
