import type { Client } from 'pg'

export interface Column {
  table: string
  name: string
  type: string
  notNull: boolean
  /** Whether the database fills in the column if an insert omits it. */
  hasDefault: boolean
  isAlwaysGenerated: boolean
  /** Values of a `check (x in (…))`, which become a union type. */
  words: string[] | null
}

/** Columns of every table in `public`, in definition order. */
export async function readColumns(client: Client): Promise<Column[]> {
  const { rows } = await client.query(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
      (a.atthasdef or a.attidentity <> '') as "hasDefault", (a.attidentity = 'a' or a.attgenerated <> '') as "isAlwaysGenerated",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  return rows.map(({ check, ...row }) => ({ ...row, words: readCheckValues(check) }))
}

function readCheckValues(check: string | null): string[] | null {
  const list = check?.match(/= ANY \(\(?ARRAY\[(.*?)\]/)?.[1]
  return list ? [...list.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '') : null
}

/** Prints the schema in a plain, stable form. Replaces pg_dump, which the embedded PostgreSQL lacks. */
export async function dumpSchema(client: Client): Promise<string> {
  const columns = await readColumns(client)
  const constraints = await queryRows(
    client,
    `
    select c.relname as "table", k.conname || ' ' || pg_get_constraintdef(k.oid) as line from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype <> 'n' order by c.relname, k.conname`,
  )
  const indexes = await queryRows(
    client,
    `select tablename as "table", indexdef as line from pg_indexes where schemaname = 'public' order by tablename, indexname`,
  )
  const statistics = await queryRows(
    client,
    `select stxrelid::regclass::text as "table", pg_get_statisticsobjdef(oid) as line from pg_statistic_ext
    where stxnamespace = 'public'::regnamespace order by stxname`,
  )
  const policies = await queryRows(
    client,
    `
    select c.relname as "table", p.polname || case when c.relforcerowsecurity then ' forced' else '' end || ' using ' || pg_get_expr(p.polqual, p.polrelid)
      || ' check ' || pg_get_expr(p.polwithcheck, p.polrelid) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid order by c.relname, p.polname`,
  )
  const grants = await queryRows(
    client,
    `
    select table_name as "table", grantee || ': ' || string_agg(privilege_type, ', ' order by privilege_type) as line
    from information_schema.role_table_grants where table_schema = 'public' and grantee like 'seriatim\\_%' and grantee <> 'seriatim_owner'
    group by table_name, grantee order by table_name, grantee`,
  )
  const triggers = await queryRows(
    client,
    `select c.relname as "table", pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`,
  )
  const functions = await client.query(`
    select pg_get_functiondef(p.oid) as line from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by p.proname`)
  const tables = [...new Set(columns.map((column) => column.table))]
  const print = tables.map((table) => {
    const part = (title: string, lines: string[]) => (lines.length ? [`  -- ${title}`, ...lines.map((line) => `  ${line}`)] : [])
    const of = (rows: Row[]) => rows.filter((row) => row.table === table).map((row) => row.line)
    return [
      `table ${table}`,
      ...columns
        .filter((column) => column.table === table)
        .map(
          (c) =>
            `  ${c.name} ${c.type}${c.notNull ? ' not null' : ''}${c.isAlwaysGenerated ? ' generated' : c.hasDefault ? ' default' : ''}`,
        ),
      ...part('constraints', of(constraints)),
      ...part('indexes', of(indexes)),
      ...part('statistics', of(statistics)),
      ...part('policy', of(policies)),
      ...part('triggers', of(triggers)),
      ...part('grants', of(grants)),
    ].join('\n')
  })
  return `-- Printed by \`npm run db:dump\` from a migrated database; checked against it by the tests.\n\n${print.join('\n\n')}\n\n${functions.rows.map((row) => row.line.trim()).join('\n\n')}\n`
}

interface Row {
  table: string
  line: string
}
async function queryRows(client: Client, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows
}
