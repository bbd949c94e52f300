import { parseRetentionNote, type RetentionWay, STAYS } from '@seriatim/db/retention-notes'
import { RETENTION_NOTES } from '../../db/tables.ts'

/**
 * A table whose rows are part of an order; they are exported and removed with the order. The table's own comment declares this
 * (`db/migrations/0036`); a test reads the catalog and fails if a table that references an order, its document, its packages or their rows declares
 * nothing.
 */
export interface RetainedTable {
  name: string
  /** Primary key without the customer column. */
  key: readonly string[]
  /**
   * How to find the table's rows that belong to the orders `g (id, grp)`: `by` is the column with the order's id; `from` is SQL that yields `grp` and
   * the key.
   */
  rows: { by: string } | { from: string }
  /** Column with a stored file's hash, and the columns that describe the file. */
  file?: { sha256: string; size: string; filename: string }
  /** Whether a row may also belong to other orders: it is exported with each of them, but removed only with the last one. */
  isShared?: boolean
}

interface Note extends Omit<RetainedTable, 'rows'> {
  ways: readonly RetentionWay[]
}

const ROOT = 'order'

const NOTES: ReadonlyMap<string, Note> = new Map(
  RETENTION_NOTES.flatMap(({ table: name, key, note }) => {
    const parsed = parseRetentionNote({ table: name, note })
    if (!parsed) return []
    const { ways, file, isShared } = parsed
    return [[name, { name, key, ways, ...(file ? { file } : {}), ...(isShared ? { isShared } : {}) }] as const]
  }),
)

/** Tenant tables that are never removed although they reference rows that are removed, or stored files; each with the reason. */
export const STAYING: ReadonlyMap<string, string> = new Map(
  RETENTION_NOTES.filter(({ table }) => !NOTES.has(table)).map(({ table, note }) => [table, note.slice(STAYS.length)]),
)

/** Tables in the order of removal, children before parents. */
export const REMOVAL: readonly string[] = [...NOTES.keys()]

/** Exported tables in the order of export, parents first. */
export const RETAINED_TABLES: readonly RetainedTable[] = [...NOTES.values()]
  .map(({ ways: _, ...table }): RetainedTable => ({ ...table, rows: rowsOf(table.name) }))
  .reverse()

function noteOf(name: string): Note {
  const note = NOTES.get(name)
  if (!note) throw new Error(`${name} is named as a parent, but its own comment does not say how retention finds its rows.`)
  return note
}

function rowsOf(name: string): RetainedTable['rows'] {
  const { ways } = noteOf(name)
  const [way] = ways
  return way && ways.length === 1 && isRoot(way)
    ? { by: way.own }
    : { from: `(${ways.map((one) => selectKeys(name, one)).join(' union ')})` }
}

function isRoot({ parent, column }: RetentionWay): boolean {
  return parent === ROOT && column === 'id'
}

function isOwn(alias: string): string {
  return `${alias}.customer_id = current_customer_id()`
}

/**
 * Returns SQL that selects the keys of this table's rows that belong to the orders `g (id, grp)`, found through the reference `way`; `grp` is the
 * group of the order that a row belongs to.
 */
function selectKeys(name: string, way: RetentionWay): string {
  const { key } = noteOf(name)
  const ids = isRoot(way) ? 'g' : selectIds(way)
  // If the table's only key column refers to the parent's id, the parent's ids are this table's keys, and the query need not read the table.
  if (key.length === 1 && key[0] === way.own) return `select distinct p.grp, p.id from ${ids} p`
  return `select p.grp, ${key.map((column) => `c."${column}"`).join(', ')} from ${ids} p join "${name}" c on ${isOwn('c')} and c."${way.own}" = p.id`
}

/**
 * Returns SQL that reads the rows of the parent table: the group of each row as `grp`, and the value of `column`, by which the child's rows are
 * found, as `id`.
 */
function selectIds({ parent, column }: RetentionWay): string {
  const rows = rowsOf(parent)
  const { key } = noteOf(parent)
  const select = `select x.grp, r."${column}" as id from`
  if ('by' in rows) return `(${select} g x join "${parent}" r on ${isOwn('r')} and r."${rows.by}" = x.id where r."${column}" is not null)`
  if (key.includes(column)) return `(select x.grp, x."${column}" as id from ${rows.from} x)`
  const same = key.map((one) => `r."${one}" = x."${one}"`).join(' and ')
  return `(${select} ${rows.from} x join "${parent}" r on ${isOwn('r')} and ${same} where r."${column}" is not null)`
}
