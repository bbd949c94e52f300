import type { Client } from 'pg'
import type { Manifest } from './manifest.ts'

export interface StoredTable {
  schema: string
  name: string
  /** The columns in the order of the table, without generated ones. */
  columns: string[]
  /**
   * Name of the column with the customer's id, if row security is forced on the table, so that the backup has to read its rows customer by customer;
   * otherwise undefined.
   */
  customerColumn: string | undefined
}

/**
 * Settings of the transactions that back up and restore. They make PostgreSQL read and write values in the same format on every server. They also
 * turn off timeouts, because the snapshot's transaction stays open and idle while documents are read.
 */
export const SETTINGS = [
  "datestyle = 'ISO, MDY'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  "client_encoding = 'UTF8'",
  'search_path = public',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  // Must be last: only settings made after this one, such as the tenant scope, also reach the machines of a cluster (docs/scale.md).
  "citus.propagate_set_commands = 'local'",
]
  .map((setting) => `set local ${setting}`)
  .join('; ')

/** Tables of the product and of the job engine, without those that belong to an extension. */
const OURS = `n.nspname in ('public', 'graphile_worker')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
export const qualifyName = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>) => `${schema}.${name}`
export const toSql = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>) => `${quote(schema)}.${quote(name)}`

export async function listTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[]; isForced: boolean }>(`
    select n.nspname as schema, c.relname as name, c.relforcerowsecurity as "isForced",
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and not c.relispartition and ${OURS}
    order by n.nspname, c.relname`)
  return rows.map(({ isForced, ...table }) => ({ ...table, customerColumn: isForced ? findCustomerColumn(table) : undefined }))
}

function findCustomerColumn({ schema, name, columns }: Omit<StoredTable, 'customerColumn'>): string {
  if (columns.includes('customer_id')) return 'customer_id'
  if (schema === 'public' && name === 'customer') return 'id'
  throw new Error(`Row security is forced on ${schema}.${name}, and it has no customer_id to read it by.`)
}

/** Lists the columns in which the tables of customers reference stored files. Skips `leftover`, whose files are about to be deleted. */
export function pickDocumentColumns(tables: readonly StoredTable[]): { table: StoredTable; column: string }[] {
  return tables
    .filter(({ customerColumn, name }) => customerColumn === 'customer_id' && name !== 'leftover')
    .flatMap((table) => table.columns.filter((column) => /(?:^|_)sha256$/.test(column)).map((column) => ({ table, column })))
}

/**
 * Reads the current value of each sequence. Call it after reading the rows: other transactions may advance a sequence at any time, and a value that
 * is too old would issue ids that rows already have.
 */
export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${OURS} order by 1, 2`,
  )
  const found: Manifest['sequences'] = {}
  for (const sequence of rows) {
    const { rows: states } = await client.query<{ last: string; isUsed: boolean }>(
      `select last_value::text as last, is_called as "isUsed" from ${toSql(sequence)}`,
    )
    if (states[0]) found[qualifyName(sequence)] = states[0]
  }
  return found
}

/** Ids of all customers. Row security shows one customer at a time, so this tries every id up to the sequence's last value. */
export async function listCustomers(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ last: string }>(`select last_value::text as last from ${await findCustomerSequence(client)}`)
  const ids: number[] = []
  for (let id = 1; id <= Number(rows[0]?.last ?? 0); id += 1) {
    await setCustomer(client, id)
    if ((await client.query('select from customer where id = $1', [id])).rowCount) ids.push(id)
  }
  return ids
}

export async function findCustomerSequence(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(`select pg_get_serial_sequence('public.customer', 'id') as name`)
  return rows[0]?.name ?? 'public.customer_id_seq'
}

/**
 * Sets the customer whose rows the connection can access. Row security binds even the owner of the tables, so customers are read one after the other.
 */
export async function setCustomer(client: Client, customerId: number): Promise<void> {
  await client.query(`select set_scope($1, null, 'all', '{}')`, [customerId])
}

interface Statement {
  sql: string
}

/**
 * Lists the SQL to drop and to recreate the foreign keys and indexes. The restore drops them before it loads rows, because indexes slow down each
 * insert, and a foreign key rejects a row that is loaded before the row it references.
 */
export async function listPostponed(client: Client): Promise<{ drop: string[]; make: string[] }> {
  const ours = `c.relkind in ('r', 'p') and ${OURS}`
  const keys = await client.query<{ drop: string; make: string }>(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as make
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ours} order by n.nspname, c.relname, k.conname`)
  const indexes = await client.query<{ drop: string; make: string }>(`
    select format('drop index %I.%I', n.nspname, x.relname) as drop, pg_get_indexdef(i.indexrelid) as make
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f') and ${ours} order by n.nspname, x.relname`)
  const all = (rows: { drop: string; make: string }[], which: 'drop' | 'make') => rows.map((row) => row[which])
  return {
    drop: [...all(keys.rows, 'drop'), ...all(indexes.rows, 'drop')],
    make: [...all(indexes.rows, 'make'), ...all(keys.rows, 'make')],
  }
}

/** Statements that turn row security and triggers off for the owner (`off`), and statements that restore them (`on`). */
export async function listGuards(client: Client): Promise<{ off: string[]; on: string[] }> {
  const { rows: forced } = await client.query<Statement>(
    `select format('alter table %I.%I', n.nspname, c.relname) as sql from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relforcerowsecurity and ${OURS}`,
  )
  const { rows: triggers } = await client.query<Statement & { name: string }>(
    `select format('alter table %I.%I', n.nspname, c.relname) as sql, quote_ident(t.tgname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled = 'O' and ${OURS}`,
  )
  return {
    off: [
      ...forced.map(({ sql }) => `${sql} no force row level security`),
      ...triggers.map(({ sql, name }) => `${sql} disable trigger ${name}`),
    ],
    on: [
      ...triggers.map(({ sql, name }) => `${sql} enable trigger ${name}`),
      ...forced.map(({ sql }) => `${sql} force row level security`),
    ],
  }
}
