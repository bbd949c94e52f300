import { type Expression, type RawBuilder, type ShallowDehydrateObject, type Simplify, sql } from 'kysely'
import pg from 'pg'
import { PREPARE_MARK } from './connection/prepared-statements.ts'
import { CustomerFilter } from './customer-filter.ts'
import type { CustomerTx } from './types.ts'

type Queries = Readonly<Record<string, Expression<unknown>>>

/** Rows as JSON represents them: an instant is ISO 8601 text. */
export type Together<Of extends Queries> = {
  [Name in keyof Of]: Of[Name] extends Expression<infer Row> ? Simplify<ShallowDehydrateObject<Row>>[] : never
}

/**
 * Sends several independent queries in one round trip. Each remains a separate query, and its rows return as one JSON value.
 * Use it for few rows; read a long list separately.
 */
export const readInOneQuery = <Of extends Queries>(tx: CustomerTx, queries: Of): Promise<Together<Of>> => readAll(tx, queries, sql``)

/**
 * Like `readInOneQuery`, but as a prepared statement (`prepared-statements.ts`), so the connection reuses its plan. Use it for rows that are found by
 * id, for one object or for the few objects on a page.
 */
export const readPrepared = <Of extends Queries>(tx: CustomerTx, queries: Of): Promise<Together<Of>> =>
  readAll(tx, queries, sql.raw(`${PREPARE_MARK} `))

async function readAll<Of extends Queries>(tx: CustomerTx, queries: Of, mark: RawBuilder<unknown>): Promise<Together<Of>> {
  const columns = Object.entries(queries).map(
    ([name, query]) => sql`(select coalesce(json_agg(row), '[]') from (${query}) as row) as ${sql.ref(name)}`,
  )
  // The builder's queries already have the condition on the customer, so only raw `sql` still needs the filter.
  const filter = tx.getExecutor().plugins.find((plugin) => plugin instanceof CustomerFilter)
  const bare = tx.withoutPlugins()
  const { rows } = await sql<Record<string, object[]>>`select ${mark}${sql.join(columns)}`.execute(
    filter ? bare.withPlugin(filter.ofRaw) : bare,
  )
  const answers = Object.entries(rows[0] ?? {}).map(([name, found]) => [name, found.map(camelCased)])
  return Object.fromEntries(answers) as Together<Of> // the statement has one column for each query, with the query's name
}

/** Converts column names to camel case, as the connection's plugin does, and leaves values unchanged. */
function camelCased(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
}

const TIMESTAMPTZ = 1184
/**
 * Parses an instant with pg's own parser, so that the result is the same as in a plain query. The parser also accepts infinities, and years that
 * PostgreSQL writes differently from ISO 8601.
 */
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date | number

type Instant<Text> = Text extends string ? Date : Text

/** Converts the text in these columns of a combined query's rows to instants. */
export function withInstants<Row, Column extends keyof Row>(
  rows: readonly Row[],
  ...columns: Column[]
): (Omit<Row, Column> & { [Name in Column]: Instant<Row[Name]> })[] {
  return rows.map((row) => {
    const instants = columns.map((column) => [column, row[column] === null ? null : parseInstant(String(row[column]).replace('T', ' '))])
    return { ...row, ...(Object.fromEntries(instants) as { [Name in Column]: Instant<Row[Name]> }) } // the result has each column once
  })
}
