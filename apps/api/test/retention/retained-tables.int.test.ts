import { listReferences } from '@seriatim/db/references'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTables, pickDocumentColumns } from '../../src/operate/backup/tables.ts'
import { REMOVAL, RETAINED_TABLES, STAYING } from '../../src/operate/retention/retained-tables.ts'
import { useTestDb } from '../fixtures.ts'

const t = useTestDb()
let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: t.ownerUrl })
  await client.connect()
})
afterAll(() => client.end())

const treated = new Set(RETAINED_TABLES.map(({ name }) => name))

/** Lists all references between tables: foreign keys, and the references that our triggers check after each statement instead. */
async function listEdges(): Promise<{ child: string; parent: string; name: string }[]> {
  const { rows } = await client.query<{ child: string; parent: string; name: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent, conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const plain = (name: string) => name.replaceAll('"', '')
  return [...rows, ...(await listReferences(client))].map(({ child, parent, name }) => ({
    child: plain(child),
    parent: plain(parent),
    name,
  }))
}

const columnsThatName =
  /^(?:.*_)?(?:order|document|med|upload|receipt|document_exception|hold|stock_lot|recall_match|correction|entry)_ids?$/

test('every customer table that refers to a part of an order or to a stored file is either removed with the order or listed as kept, with a reason', async () => {
  const known = new Set([...treated, ...STAYING.keys()])
  const naming = (await listEdges()).filter(({ parent, child }) => treated.has(parent) && !known.has(child))
  expect(naming, 'a table with a foreign key to a removed one').toEqual([])
  const tables = (await listTables(client)).filter(({ customerColumn, schema }) => customerColumn === 'customer_id' && schema === 'public')
  expect(tables.length).toBeGreaterThan(50)
  const unknown = tables.filter(({ name }) => !known.has(name))
  expect(
    unknown.flatMap(({ name, columns }) => columns.filter((column) => columnsThatName.test(column)).map((column) => `${name}.${column}`)),
  ).toEqual([])
  const filing = pickDocumentColumns(tables).filter(({ table }) => !known.has(table.name))
  expect(filing.map(({ table, column }) => `${table.name}.${column}`)).toEqual([])
})

test('the list of tables names the stored-file column, if there is one, of each table from which a removal of orders deletes rows', async () => {
  const tables = await listTables(client)
  for (const { table, column } of pickDocumentColumns(tables).filter(({ table: { name } }) => treated.has(name)))
    expect(RETAINED_TABLES.find(({ name }) => name === table.name)?.file?.sha256, table.name).toBe(column)
})

test('every table on the list of tables that a removal leaves unchanged exists, and none is also on the list of tables from which it deletes rows', async () => {
  const names = new Set((await listTables(client)).map(({ name }) => name))
  for (const name of STAYING.keys()) expect([name, names.has(name), treated.has(name)]).toEqual([name, true, false])
  for (const { name, key } of RETAINED_TABLES) {
    const { rows } = await client.query<{ key: string[] }>(
      `select array_agg(a.attname::text order by k.n) as key from pg_index i cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum where i.indisprimary and i.indrelid = $1::regclass and a.attname <> 'customer_id'`,
      [`"${name}"`],
    )
    expect([...key], name).toEqual(rows[0]?.key)
  }
})

test('rows are removed before the rows to which they refer', async () => {
  expect([...REMOVAL].sort()).toEqual([...treated].sort())
  const wrong = (await listEdges()).filter(
    ({ child, parent }) =>
      child !== parent && treated.has(child) && treated.has(parent) && REMOVAL.indexOf(child) > REMOVAL.indexOf(parent),
  )
  expect(wrong).toEqual([])
})
