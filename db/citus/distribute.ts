import { Client } from 'pg'
import { makeForeignKeys } from '../references.ts'
import { findPlacement, type Placement } from './tables.ts'

/** Citus's metadata about one table, from the coordinator. */
export interface Placed {
  name: string
  isProtected: boolean
  /** null if Citus doesn't manage the table, which then exists only on the coordinator. */
  found: Exclude<Placement, 'local'> | null
}

/** The table with which all other tables of a customer are colocated, that is, stored on the same worker per customer. */
const FIRST = 'user'

/**
 * Distributes a migrated database on a Citus coordinator, in one transaction: afterwards everything is distributed, or nothing is. It leaves tables
 * that are already distributed unchanged, so it can be run again after a migration has added a table. It moves rows, so nothing may be written while
 * it runs.
 *
 * @param ownerUrl the owner of the tables on the coordinator; no superuser needed.
 * @returns names of the tables that were distributed or copied now.
 * @throws if the database lacks Citus, has no machine except the coordinator, or fails the check afterwards.
 */
export async function distribute(ownerUrl: string, log: (line: string) => void = () => {}): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await checkCluster(client)
    await client.query('begin')
    // Makes Citus work sequentially, so that every machine sees the foreign keys in the order in which they are created.
    await client.query(
      "set local citus.multi_shard_modify_mode = 'sequential'; set local citus.enable_unsafe_triggers = on; set local client_min_messages = warning",
    )
    const done = await distributeAll(client, log)
    const wrong = await listWrong(client)
    if (wrong.length) throw new Error(`The database is not distributed correctly. ${wrong.join(' ')}`)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}

async function checkCluster(client: Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(`select exists (select from pg_extension where extname = 'citus') as "isThere"`)
  if (!rows[0]?.isThere)
    throw new Error('This database has no Citus. Have its administrator run "create extension citus" here and on every worker.')
  const { rowCount } = await client.query(`select from pg_dist_node where isactive and groupid > 0 and noderole = 'primary'`)
  if (!rowCount) throw new Error('The coordinator has no workers. Have its administrator run "select citus_add_node(host, port)" for each.')
}

async function distributeAll(client: Client, log: (line: string) => void): Promise<string[]> {
  const tables = await listPlaced(client)
  const missing = tables.filter((table) => !isPlaced(table))
  if (!missing.length) return []
  const forced = await listForced(client)
  // Lift forced row security for now: it applies to the owner too, so the owner would see and move no rows.
  for (const table of forced) await client.query(`alter table ${quote(table)} no force row level security`)
  await makeForeignKeys(client)
  const guards = await listTruncateGuards(client)
  for (const { drop } of guards) await client.query(drop)
  const keys = await listKeys(client)
  for (const { drop } of keys) await client.query(drop)
  for (const { name } of missing.filter((table) => table.isProtected)) await simplifyPolicy(client, name)
  for (const { name, isProtected } of missing.toSorted(firstOf)) {
    const placement = findPlacement(name, isProtected)?.placement
    // Without a key, concurrent writes to the table's rows could not be replicated to another machine.
    if (!(await hasKey(client, name))) await client.query(`alter table ${quote(name)} replica identity full`)
    if (placement === 'reference') await client.query('select create_reference_table($1)', [quote(name)])
    else
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        quote(name),
        name === 'customer' ? 'id' : 'customer_id',
        name === FIRST ? 'none' : quote(FIRST),
      ])
    // The rows were copied to their machines. Without this call, the originals would stay on the coordinator's disk, invisible and unprotected.
    await client.query('select truncate_local_data_after_distributing_table($1)', [quote(name)])
    log(`${name}: ${placement}`)
  }
  // On the workers, an identity column calls nextval() on its sequence with the rights of the role that inserts, so the product's roles need rights
  // on the sequences.
  await client.query('grant usage on all sequences in schema public to seriatim_app, seriatim_system')
  for (const { make } of guards) await client.query(make)
  for (const { make } of keys) await client.query(make)
  for (const table of forced) await client.query(`alter table ${quote(table)} force row level security`)
  return missing.map(({ name }) => name)
}

const firstOf = (a: { name: string }, b: { name: string }) => Number(b.name === FIRST) - Number(a.name === FIRST)
const isPlaced = ({ name, isProtected, found }: Placed) => found === toFound(findPlacement(name, isProtected)?.placement)
const toFound = (placement: Placement | undefined) => (placement === 'local' || !placement ? null : placement)
const quote = (name: string) => `"${name}"`

export async function listPlaced(client: Client): Promise<Placed[]> {
  const { rows } = await client.query<Placed>(`
    select c.relname as name, exists (select from pg_policy p where p.polrelid = c.oid) as "isProtected",
      case when d.partmethod = 'h' then 'distributed' when d.partmethod = 'n' and d.repmodel = 't' then 'reference' end as found
    from pg_class c left join pg_dist_partition d on d.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^(citus|pg_dist)_' order by c.relname`)
  return rows
}

async function listForced(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Lists the foreign keys to drop before the tables are distributed and to recreate afterwards. They form cycles, so no order of the tables would do.
 * Keys of local tables are left out, because local tables do not move.
 */
async function listKeys(client: Client): Promise<{ drop: string; make: string }[]> {
  const { rows } = await client.query<{ drop: string; make: string; from: string; isProtected: boolean }>(`
    select format('alter table %I drop constraint %I', c.relname, k.conname) as drop,
      format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as make,
      c.relname as "from", exists (select from pg_policy p where p.polrelid = c.oid) as "isProtected"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by c.relname, k.conname`)
  return rows.filter((row) => findPlacement(row.from, row.isProtected)?.placement !== 'local')
}

async function hasKey(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_constraint where conrelid = $1::regclass and contype = 'p'`, [quote(table)])
  return rowCount !== 0
}

/**
 * Lists the triggers that refuse a `truncate`, each with a statement that drops it and one that creates it again. They are dropped while tables move
 * to the workers, because triggers that are only disabled would stay disabled there.
 */
async function listTruncateGuards(client: Client): Promise<{ drop: string; make: string }[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('drop trigger %I on %I', t.tgname, c.relname) as drop, pg_get_triggerdef(t.oid) as make from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgtype & 32 <> 0 order by 1`,
  )
  return rows
}

/**
 * Removes the subqueries from a table's policies, because Citus allows none on distributed tables. PostgreSQL then calls the `current_…()` functions
 * for every row, which is acceptable on a machine that stores one customer's rows.
 */
async function simplifyPolicy(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ using: string; check: string }>(
    `select pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check from pg_policy where polrelid = $1::regclass`,
    [quote(table)],
  )
  for (const { using, check } of rows)
    await client.query(
      `alter policy customer_only on ${quote(table)} using (${withoutSubqueries(using)}) with check (${withoutSubqueries(check)})`,
    )
}

const withoutSubqueries = (rule: string) => rule.replace(/\( SELECT (current_\w+\(\)) AS \w+\)/g, '$1')

/**
 * Returns one sentence for each table that is not placed as `findPlacement` requires, that is outside the common colocation group, or whose policies
 * or row security break the rules.
 */
export async function listWrong(client: Client): Promise<string[]> {
  const wrong = (await listPlaced(client)).flatMap((table) => {
    const wanted = findPlacement(table.name, table.isProtected)
    if (!wanted) return [`${table.name} is not listed in db/citus/tables.ts.`]
    return isPlaced(table) ? [] : [`${table.name} is ${table.found ?? 'local'} and should be ${wanted.placement}.`]
  })
  const { rows } = await client.query<{ sentence: string }>(`
    select format('%s is in a different colocation group than the other tables of a customer.', logicalrelid::text) as sentence from pg_dist_partition
    where partmethod = 'h' and colocationid <> (select colocationid from pg_dist_partition where logicalrelid = '"${FIRST}"'::regclass)
    union all
    select format('The policy of %s asks with a subquery.', polrelid::regclass::text) from pg_policy p join pg_dist_partition d on d.logicalrelid = p.polrelid
    where pg_get_expr(polqual, polrelid) ~ 'SELECT' or not polpermissive
    union all
    select format('%s is not protected from its owner.', c.relname) from pg_class c join pg_dist_partition d on d.logicalrelid = c.oid
    where d.partmethod = 'h' and not (c.relrowsecurity and c.relforcerowsecurity)`)
  return [...wrong, ...rows.map(({ sentence }) => sentence)]
}
