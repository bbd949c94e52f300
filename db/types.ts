import type { Client } from 'pg'
import { type Column, readColumns } from './catalogue.ts'
import { readRetentionNotes } from './retention-notes.ts'

const SIMPLE: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  real: 'number',
  boolean: 'boolean',
  text: 'string',
  date: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  xid8: 'string',
  int4multirange: 'string',
  'timestamp with time zone': 'Date',
}

/** Generates the text of apps/api/src/db/types.ts: Kysely types of the migrated database. */
export async function generateTypes(client: Client): Promise<string> {
  const columns = await readColumns(client)
  const tables = [...new Set(columns.map((column) => column.table))].filter((table) => table !== 'migration')
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid where c.relname <> 'customer' order by 1`,
  )
  const shapes = tables.map((table) => {
    const lines = columns.filter((column) => column.table === table).map((column) => `  ${camel(column.name)}: ${pickType(column)}`)
    return `export interface ${pascal(table)}Table {\n${lines.join('\n')}\n}`
  })
  return [
    '// Made by `npm run db:types` from the migrated database; the tests compare. Do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'\n",
    '/** A JSON column. Code that reads it validates it with a schema, or asserts its type and says why. */',
    'export type Json = ColumnType<unknown, string, string>\n',
    ...shapes.map((shape) => `${shape}\n`),
    `export interface Tables {\n${tables.map((table) => `  ${camel(table)}: ${pascal(table)}Table`).join('\n')}\n}\n`,
    '/** Tables whose rows belong to a customer: CustomerFilter adds `customer_id` to every reference of them. */',
    `export const CUSTOMER_TABLES: ReadonlySet<string> = new Set([\n${rows.map((row) => `  '${row.name}',`).join('\n')}\n])\n`,
    '/** What retention does with each table, according to its comment (migration 0036), in an order in which rows can be deleted. */',
    `export const RETENTION_NOTES: readonly { table: string; key: readonly string[]; note: string }[] = ${JSON.stringify(await readRetentionNotes(client))}\n`,
  ].join('\n')
}

function pickType(column: Column): string {
  const array = column.type.endsWith('[]')
  const base = column.type
    .replace(/\[\]$/, '')
    .replace(/\(.*\)/, '')
    .trim()
  const simple = column.words
    ? column.words.map((word) => `'${word}'`).join(' | ')
    : (SIMPLE[base] ?? (base.startsWith('char') ? 'string' : undefined))
  if (!simple) throw new Error(`No TypeScript type for ${column.type} of ${column.table}.${column.name}: add it to db/types.ts.`)
  const value = `${array ? `${simple}[]` : simple}${column.notNull ? '' : ' | null'}`
  if (simple === 'Json') return value
  if (column.isAlwaysGenerated) return `GeneratedAlways<${value}>`
  return column.hasDefault ? `Generated<${value}>` : value
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string): string => camel(name).replace(/^./, (letter) => letter.toUpperCase())
