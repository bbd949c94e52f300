import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { RETAINED_TABLES, type RetainedTable } from './retained-tables.ts'
import { numberGroup, type OrderGroup } from './retention.rules.ts'

const FETCHED = 2000

/**
 * The beginning of a SQL statement: a `with` clause that defines the table `g (id, grp)`, which contains each order's id and the number of its group.
 */
function withGroups(groups: readonly OrderGroup[]) {
  const ids = groups.flatMap((group) => group.ids)
  const numbers = groups.flatMap((group) => group.ids.map(() => numberGroup(group)))
  return sql`with g as materialized (select * from unnest(${ids}::bigint[], ${numbers}::bigint[]) as g (id, grp))`
}

const ordered = ({ key }: RetainedTable) => key.map((column) => `t."${column}"`).join(', ')

function selectRows({ rows, name, key }: RetainedTable, what: string): string {
  const own = 't.customer_id = current_customer_id()'
  if ('by' in rows) return `select g.grp, ${what} from g join "${name}" t on ${own} and t."${rows.by}" = g.id`
  const same = key.map((column) => `t."${column}" = k."${column}"`).join(' and ')
  // `rows.from` may list the same row several times for a group; `distinct` keeps one of them.
  const columns = key.map((column) => `x."${column}"`).join(', ')
  return `select k.grp, ${what} from (select distinct x.grp, ${columns} from ${rows.from} x) k join "${name}" t on ${own} and ${same}`
}

export interface GroupRow {
  grp: number
  /** JSON with the columns in table order. */
  row: string
}

/**
 * Yields a table's rows in batches, by group and key. With `isLocking`, each row stays locked until the transaction ends; if another transaction has
 * locked one of the rows, this fails at once (55P03) instead of waiting. Use `isSmall` only if there are few rows.
 */
export async function* readRows(
  tx: CustomerTx,
  groups: readonly OrderGroup[],
  table: RetainedTable,
  { isLocking = false, isSmall = false }: { isLocking?: boolean; isSmall?: boolean } = {},
): AsyncGenerator<GroupRow[]> {
  const select = `${selectRows(table, 'row_to_json(t)::text as "row"')} order by 1, ${ordered(table)}${isLocking ? ' for update of t nowait' : ''}`
  // Most orders are small and are removed one by one. For them, a single statement per table is faster than the three that a cursor needs.
  if (isSmall) {
    const { rows } = await sql<GroupRow>`${withGroups(groups)} ${sql.raw(select)}`.execute(tx)
    yield rows
    return
  }
  await sql`declare kept_rows no scroll cursor for ${withGroups(groups)} ${sql.raw(select)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<GroupRow>`${sql.raw(`fetch ${FETCHED} from kept_rows`)}`.execute(tx)
    if (rows.length) yield rows
    if (rows.length < FETCHED) break
  }
  await sql`close kept_rows`.execute(tx)
}

/** Returns the names of those tables that contain at least one row of these groups of orders. */
export async function listFilled(tx: CustomerTx, groups: readonly OrderGroup[], tables: readonly RetainedTable[]): Promise<string[]> {
  if (!tables.length) return []
  const selects = tables.map((table) => `select '${table.name}' as name where exists (${selectRows(table, 'true')})`)
  const { rows } = await sql<{ name: string }>`${withGroups(groups)} ${sql.raw(selects.join(' union all '))}`.execute(tx)
  return rows.map(({ name }) => name)
}

export interface GroupFile {
  grp: number
  sha256: string
  size: number
  filename: string
}

/** Lists the stored files to which rows of the groups refer, each file once per group. */
export async function listFiles(tx: CustomerTx, groups: readonly OrderGroup[]): Promise<GroupFile[]> {
  const selects = RETAINED_TABLES.flatMap((table) => {
    const { file } = table
    return file ? [selectRows(table, `t."${file.sha256}" as sha256, t."${file.size}" as size, t."${file.filename}" as filename`)] : []
  })
  const { rows } = await sql<GroupFile>`${withGroups(groups)} select distinct on (grp, sha256) grp, sha256, size, filename
    from (${sql.raw(selects.join(' union all '))}) f order by grp, sha256, filename`.execute(tx)
  return rows
}

/**
 * Rows, as JSON, that explain the ids in the groups' rows. `what` selects them: the products of the groups' packages, or all of the customer's people
 * or locations. Retention removes none of these rows.
 */
export async function listGroupNames(
  tx: CustomerTx,
  groups: readonly OrderGroup[],
  what: 'product' | 'person' | 'location',
): Promise<string[]> {
  const own = sql.raw('t.customer_id = current_customer_id()')
  const select = {
    product: sql`${withGroups(groups)} select row_to_json(t)::text as "row" from epcis_med_vocabulary t where ${own} and t.id in (
      select d.epcis_med_vocabulary_id from g join document_med d on d.customer_id = current_customer_id() and d.document_id = g.id) order by t.id`,
    person: sql`select json_build_object('id', t.id, 'first_name', t.first_name, 'last_name', t.last_name)::text as "row" from "user" t where ${own} order by t.id`,
    location: sql`select json_build_object('id', t.id, 'name', t.name)::text as "row" from location t where ${own} order by t.id`,
  }
  const { rows } = await (select[what] as ReturnType<typeof sql<{ row: string }>>).execute(tx) // each statement in `select` has the single column `row`
  return rows.map(({ row }) => row)
}

/**
 * Returns the ids of a group's rows in a table. For a table whose rows are found through another table, call this before the rows of that other table
 * are deleted.
 */
export async function listGroupIds(tx: CustomerTx, group: OrderGroup, table: RetainedTable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${withGroups([group])} ${sql.raw(selectRows(table, 't.id'))}`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Deletes a group's rows from a table.
 * @param ids the rows' ids from {@link listGroupIds}, required if the rows that lead to them have been deleted before.
 * @returns the number of deleted rows.
 */
export async function deleteRows(tx: CustomerTx, group: OrderGroup, table: RetainedTable, ids?: readonly number[]): Promise<number> {
  const target = `delete from "${table.name}" t`
  const own = 't.customer_id = current_customer_id()'
  if (ids) {
    const unless = table.isShared
      ? ` and not exists (select from hold_med other where other.customer_id = current_customer_id() and other.hold_id = t.id)`
      : ''
    const { numAffectedRows } =
      await sql`${sql.raw(target)} where ${sql.raw(own)} and t.id = any (${[...ids]}::bigint[])${sql.raw(unless)}`.execute(tx)
    return Number(numAffectedRows ?? 0n)
  }
  const { rows, key } = table
  const where =
    'by' in rows
      ? `using g where ${own} and t."${rows.by}" = g.id`
      : `using (select distinct ${key.map((column) => `x."${column}"`).join(', ')} from ${rows.from} x) k where ${own} and ${key.map((column) => `t."${column}" = k."${column}"`).join(' and ')}`
  const { numAffectedRows } = await sql`${withGroups([group])} ${sql.raw(`${target} ${where}`)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
