import type { Client } from 'pg'

/**
 * A reference that a trigger checks once per statement (`refer` of migration 0001): `child.(customer_id, column)` references `parent.(customer_id,
 * id)`.
 */
export interface Reference {
  name: string
  child: string
  column: string
  parent: string
}

export async function listReferences(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select args[1] as name, args[2] as child, args[3] as "column", parent
    from pg_trigger t join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as args, c.relname as parent
      from pg_class c where c.oid = t.tgrelid) a on true
    where t.tgfoid = to_regproc('keep_referenced') and t.tgname = args[1] order by 1`)
  return rows
}

/**
 * Returns the names of references that are broken: at least one row refers to a row that does not exist. Needs a connection that sees all rows. Used
 * after a load that bypassed the triggers.
 */
export async function findBroken(client: Client): Promise<string[]> {
  const broken: string[] = []
  for (const { name, child, column, parent } of await listReferences(client)) {
    const { rowCount } = await client.query(`
      select from "${child}" c where c."${column}" is not null
        and not exists (select from "${parent}" p where p.customer_id = c.customer_id and p.id = c."${column}") limit 1`)
    if (rowCount) broken.push(name)
  }
  return broken
}

/**
 * Replaces the triggers that check references with foreign keys: in databases that do not support triggers with transition tables (distributed
 * tables), and in the benchmark that compares both. Run it as the owner of the tables, inside a transaction. Every row is checked, so the owner must
 * see all rows.
 */
export async function makeForeignKeys(client: Client): Promise<void> {
  for (const { name, child, column, parent } of await listReferences(client)) {
    await client.query(`drop function "${name}"() cascade`)
    for (const trigger of [name, `${name}__truncate`, `${name}__key`]) await client.query(`drop trigger "${trigger}" on "${parent}"`)
    await client.query(
      `alter table "${child}" add constraint "${name}" foreign key (customer_id, "${column}") references "${parent}" (customer_id, id)`,
    )
  }
}
