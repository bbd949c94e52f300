import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStagingTables } from '../src/domains/order-import/import.queries.ts'
import { useTestDb } from './fixtures.ts'
import { describeStatement, findDifferences } from './raw-sql/describe.ts'
import { findStatements } from './raw-sql/statements.ts'

const t = useTestDb()
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(t.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
})

/** Statements whose text can't be determined from the source, with the reason. An entry must be removed once its statement can be read. */
const UNREAD: Record<string, string> = {
  'db/one-query.ts readAll': 'made of the queries that it is given, each of which is read where it stands',
  'domains/epcis-query/epcis-query.queries.ts countEvents': 'made of the filters of a query, whose tests run each of them',
  'domains/epcis-query/epcis-query.queries.ts listEvents': 'made of the filters of a query, whose tests run each of them',
  'domains/exception/exception.queries.ts listTouched': 'what is held and pending are queries of the query builder',
  'domains/trading-partner/merge/merge.queries.ts moveParts': 'the table is picked from a record of four',
  'operate/retention/rows.queries.ts readRows': 'made from the list of kept tables',
  'operate/retention/rows.queries.ts readRows#2': 'fetches from a cursor, which has to be open',
  'operate/retention/rows.queries.ts listFilled': 'made from the list of kept tables',
  'operate/retention/rows.queries.ts listFiles': 'made from the list of kept tables',
  'operate/retention/rows.queries.ts listGroupIds': 'made from the list of kept tables',
}

/** Creates the staging tables of an import, which exist only during its transaction. */
async function stageIn(one: pg.Client): Promise<void> {
  const pool = { connect: async () => Object.assign(one, { release: () => undefined }), end: async () => undefined }
  const db = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }) // a pool with a single connection
  await createStagingTables(db as never) // raw statements run on any connection
}

test('each raw statement has the columns and types that its row type declares', { timeout: 300_000 }, async () => {
  const statements = findStatements()
  const unread: string[] = []
  const wrong: string[] = []
  await client.query('begin')
  await stageIn(client)
  for (const { name, columns, text } of statements) {
    if (text === undefined || name in UNREAD) {
      unread.push(name)
      continue
    }
    await client.query('savepoint before')
    const described = await describeStatement(client, text).catch((error: Error) => `${error.message}\n${text}`)
    await client.query('rollback to before')
    const problems = typeof described === 'string' ? [described] : findDifferences(columns, described)
    wrong.push(...problems.map((sentence) => `${name}: ${sentence}`))
  }
  await client.query('rollback')
  expect(wrong).toEqual([])
  expect(unread.sort()).toEqual(Object.keys(UNREAD).sort())
  expect(statements.length - unread.length).toBeGreaterThan(10 * unread.length)
})

test('the check of raw statements reports a column that the statement does not return, whose type differs, or that the row type does not declare', async () => {
  const described = await describeStatement(
    client,
    'select id, name as first_name, created_at, $1::bigint as amount from customer where id = $2',
  )
  expect(
    findDifferences(
      new Map([
        ['id', 'number'],
        ['firstName', 'string'],
        ['createdAt', 'Date'],
        ['amount', 'number'],
      ]),
      described,
    ),
  ).toEqual([])
  expect(
    findDifferences(
      new Map([
        ['id', 'string'],
        ['firstName', 'string'],
        ['lastName', 'string'],
        ['createdAt', 'string'],
      ]),
      described,
    ),
  ).toEqual([
    'id is string, and number in the database',
    'lastName is not read',
    'createdAt is string, and Date in the database',
    'amount is read, and not asserted',
  ])
})
