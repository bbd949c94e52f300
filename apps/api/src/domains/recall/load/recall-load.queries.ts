import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LOCKS } from '@seriatim/db/advisory-locks'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type RecallSource = 'openfda' | 'sample'

/** Waits until no other load runs, and creates the temporary table for this load's records. */
export async function createRecallStaging(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.recallLoad])
  // PostgreSQL has no statistics about rows that were just inserted and assumes that there are few. It would then join by nested loop and scan one
  // whole table for every row of the other.
  await client.query('set local enable_nestloop = off')
  await client.query(`create temporary table load_recall (line bigint generated always as identity, recall_number text collate "C", event_id text, firm text,
      firm_key text, title text, description text, quantity text, reason text, code_info text, more_code_info text, classification text, status text,
      distributions jsonb, initiated_on date, reported_on date, terminated_on date, codes jsonb, unread jsonb, sha256 text, read_sha256 text,
      group_key text collate "C", recall_id bigint, was_recall_id bigint, product_id bigint, change text) on commit drop`)
}

const COLUMNS = `recall_number, event_id, firm, firm_key, title, description, quantity, reason, code_info, more_code_info, classification, status,
  distributions, initiated_on, reported_on, terminated_on, codes, unread, sha256, read_sha256`

/**
 * Reads one column of staged rows into an array. On a cluster, a statement that changes a table shared by all customers runs on every machine, but
 * the staged rows are on one machine only. Such a statement therefore gets this array as a parameter and does not read the staged rows
 * (docs/scale.md).
 */
async function findStaged(client: pg.PoolClient, column: string, from: string): Promise<string[]> {
  const { rows } = await client.query<{ found: string[] }>(`select coalesce(array_agg(${column}), '{}')::text[] as found from ${from}`)
  return rows[0]?.found ?? []
}

/** Streams rows of tab-separated text into the staging table. */
export async function copyRecords(client: pg.PoolClient, rows: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(rows), client.query(copyFrom(`copy load_recall (${COLUMNS}) from stdin`)))
}

/** Hash of the files of this source's last load. */
export async function findLastRecallHash(client: pg.PoolClient, source: RecallSource): Promise<string | undefined> {
  const { rows } = await client.query<{ sha256: string }>('select sha256 from recall_load where source = $1 order by id desc limit 1', [
    source,
  ])
  return rows[0]?.sha256
}

/** Keeps only the last of the records that have the same recall number. Returns the number of remaining records and the newest publication date. */
export async function settleStaged(client: pg.PoolClient): Promise<{ records: number; newest: string | null }> {
  await client.query('create index on load_recall (recall_number, line)')
  await client.query(`delete from load_recall a using load_recall b where a.recall_number = b.recall_number and a.line < b.line`)
  await client.query(`update load_recall set group_key = case when event_id is null then recall_number
    else event_id || '|' || firm_key || '|' || lower(coalesce(reason, '')) end`)
  await client.query('create index on load_recall (group_key)')
  await client.query('create index on load_recall (recall_id)')
  await client.query('analyze load_recall')
  const { rows } = await client.query<{ records: number; newest: string | null }>(
    `select count(*)::int as records, to_char(max(reported_on), 'YYYY-MM-DD') as newest from load_recall`,
  )
  return rows[0] ?? { records: 0, newest: null }
}

export interface LoadRow {
  source: RecallSource
  files: readonly string[]
  sha256: string
  asOf: string
  records: number
  at: Date
}

export async function insertRecallLoad(client: pg.PoolClient, { source, files, sha256, asOf, records, at }: LoadRow): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into recall_load (source, files, sha256, as_of, records, added, changed, loaded_at) values ($1, $2, $3, $4, $5, 0, 0, $6) returning id`,
    [source, [...files], sha256, asOf, records, at],
  )
  return Number(rows[0]?.id)
}

/**
 * Compares each staged record with the stored record of the same recall number. Sets `change` to `new`, `changed`, `reread` (the same text, parsed
 * better), `same`, or `late` (older than the stored one). Records belong to the stored recall with which they share most recall numbers, so a recall
 * is recognized even if its firm or reason was reworded.
 */
export async function compareStaged(client: pg.PoolClient, { source, asOf }: { source: RecallSource; asOf: string }): Promise<void> {
  await client.query(
    `update load_recall l set product_id = p.id, recall_id = p.recall_id, was_recall_id = p.recall_id, change = case when p.as_of > $2::date then 'late'
        when p.sha256 <> l.sha256 then 'changed' when p.read_sha256 <> l.read_sha256 then 'reread' else 'same' end
      from recall_product p where p.source = $1 and p.recall_number = l.recall_number`,
    [source, asOf],
  )
  await client.query(`update load_recall set change = 'new' where change is null`)
  await client.query(`create temporary table load_group on commit drop as
    with shared as (select group_key, recall_id, count(*) as n from load_recall where recall_id is not null group by 1, 2),
      of_group as (select distinct on (group_key) * from shared order by group_key, n desc, recall_id),
      chosen as (select distinct on (recall_id) * from of_group order by recall_id, n desc, group_key)
    select g.group_key, c.recall_id from (select distinct group_key from load_recall) g left join chosen c using (group_key)`)
  await client.query('create index on load_group (group_key)')
  await client.query('analyze load_group; analyze load_recall')
  await client.query(`update load_recall l set recall_id = g.recall_id, change = case when l.change = 'same' then 'changed' else l.change end
    from load_group g where g.group_key = l.group_key and l.change <> 'late' and l.recall_id is distinct from g.recall_id`)
}

/**
 * Inserts new recalls without their facts. The last step of the load adds the facts, so that the columns with trigram indexes are written only once.
 */
export async function insertRecalls(
  client: pg.PoolClient,
  { source, loadId, at }: { source: RecallSource; loadId: number; at: Date },
): Promise<number> {
  const { rowCount } = await client.query(
    `with fresh as (
       select distinct on (group_key) group_key, firm_key, reported_on, nextval(pg_get_serial_sequence('recall', 'id')) as id
       from load_recall where recall_id is null order by group_key, recall_number
     ), added as (
       insert into recall (id, source, manufacturer, firm_key, title, product, distributions, reported_on, version, version_on, loaded_at, load_id)
       overriding system value
       select id, $1, '', firm_key, '', '', '{}', coalesce(reported_on, $3::timestamptz::date), 0, '0001-01-01', $3::timestamptz, $2 from fresh
     )
     update load_recall l set recall_id = f.id from fresh f where l.group_key = f.group_key and l.recall_id is null`,
    [source, loadId, at],
  )
  await client.query('analyze load_recall')
  return rowCount ?? 0
}

const FACTS = `event_id, manufacturer, firm_key, title, description, quantity, reason, code_info, more_code_info, classification, status, distributions,
  initiated_on, reported_on, terminated_on, unread, sha256, read_sha256`
const FACTS_SAID = FACTS.split(/,\s+/).map((name) => `${name} = excluded.${name}`)

/**
 * Saves the products whose staged records are new, changed or parsed better. If a product moves to another recall, its `came_from_ids` records the
 * previous one. Lists all recalls affected in `load_touched`.
 */
export async function saveRecallProducts(client: pg.PoolClient, { source, asOf }: { source: RecallSource; asOf: string }): Promise<void> {
  await client.query(
    `insert into recall_product as p (recall_id, source, recall_number, as_of, ${FACTS})
     select recall_id, $1, recall_number, $2::date, event_id, firm, firm_key, title, description, quantity, reason, code_info, more_code_info, classification,
       status, array(select jsonb_array_elements_text(distributions)), initiated_on, reported_on, terminated_on,
       array(select jsonb_array_elements_text(unread)), sha256, read_sha256
     from load_recall where change in ('new', 'changed', 'reread')
     on conflict (source, recall_number) do update set recall_id = excluded.recall_id, as_of = excluded.as_of, ${FACTS_SAID.join(', ')},
       came_from_ids = case when p.recall_id = excluded.recall_id then p.came_from_ids
         else array(select distinct unnest(array_remove(p.came_from_ids, excluded.recall_id) || p.recall_id)) end`,
    [source, asOf],
  )
  // A stored record that this load repeats unchanged gets this file's date. If an older file with that record is loaded later, its record then counts
  // as late.
  await client.query('update recall_product set as_of = $2::date where source = $1 and recall_number = any ($3::text[])', [
    source,
    asOf,
    await findStaged(client, 'recall_number', "load_recall where change = 'same'"),
  ])
  await client.query(
    `update load_recall l set product_id = p.id from recall_product p where p.source = $1 and p.recall_number = l.recall_number and l.product_id is null`,
    [source],
  )
  // `load_touched` lists the recalls whose content this load changes: those of new, changed or reread products, and those that lose a product (one
  // recall number) to another recall.
  await client.query(`create temporary table load_touched on commit drop as
    select recall_id, bool_or(is_said) as is_said from (
      select recall_id, change <> 'reread' as is_said from load_recall where change in ('new', 'changed', 'reread')
      union all select was_recall_id, true from load_recall where change <> 'late' and was_recall_id <> recall_id
    ) x group by 1`)
  await client.query('analyze load_touched')
}

/**
 * Saves the recalled packages of each product that this load added or changed, with the digits of their NDCs and with their lots. If a product's new
 * version no longer lists a package, the package's row stays but is marked as not current.
 */
export async function saveCodes(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table load_code on commit drop as
    select l.product_id, l.recall_id, c.at, c.code->>'ndc' as ndc, c.code, null::bigint as code_id
    from load_recall l cross join jsonb_array_elements(l.codes) with ordinality c (code, at) where l.change in ('new', 'changed', 'reread')`)
  await client.query(`delete from load_code a using load_code b where a.product_id = b.product_id and a.ndc = b.ndc and a.at > b.at`)
  const old = await findStaged(
    client,
    'c.id',
    `recall_code c join load_recall l on l.product_id = c.recall_product_id and l.change in ('changed', 'reread')
     where c.is_current and not exists (select from load_code k where k.product_id = c.recall_product_id and k.ndc = c.ndc)`,
  )
  await client.query('update recall_code set is_current = false where id = any ($1::bigint[])', [old])
  const moved = `load_recall where was_recall_id <> recall_id and change <> 'late'`
  await client.query(
    `update recall_code c set recall_id = l.recall_id from unnest($1::bigint[], $2::bigint[]) as l (product_id, recall_id)
     where l.product_id = c.recall_product_id`,
    [await findStaged(client, 'product_id order by line', moved), await findStaged(client, 'recall_id order by line', moved)],
  )
  await client.query(`insert into recall_code (recall_id, recall_product_id, ndc, form_factor, all_lots, is_open, amount_of_lots)
    select recall_id, product_id, ndc, code->>'formFactor', (code->>'allLots')::boolean, (code->>'isOpen')::boolean, (code->>'amountOfLots')::int from load_code
    order by product_id, at
    on conflict (recall_product_id, ndc) do update set recall_id = excluded.recall_id, form_factor = excluded.form_factor, all_lots = excluded.all_lots,
      is_open = excluded.is_open, amount_of_lots = excluded.amount_of_lots, is_current = true`)
  await client.query(`update load_code k set code_id = c.id from recall_code c where c.recall_product_id = k.product_id and c.ndc = k.ndc`)
  await client.query('create index on load_code (code_id)')
  await client.query('analyze load_code')
  const codes = await findStaged(client, 'code_id', 'load_code')
  await client.query('delete from recall_ndc where recall_code_id = any ($1::bigint[])', [codes])
  await client.query('delete from recall_lot where recall_code_id = any ($1::bigint[])', [codes])
  await client.query(`insert into recall_ndc (recall_code_id, product_key, ndc10, is_label)
    select distinct k.code_id, n->>'productKey', n->>'ndc10', (n->>'isLabel')::boolean from load_code k cross join jsonb_array_elements(k.code->'keys') n`)
  await client.query(`insert into recall_lot (recall_code_id, kind, lot, lot_key, lot_to, expiration)
    select k.code_id, o->>'kind', o->>'lot', o->>'lotKey', o->>'lotTo', o->>'expiration'
    from load_code k cross join jsonb_array_elements(k.code->'lots') with ordinality one (o, place) order by k.code_id, place`)
}

/**
 * Recomputes each recall that the load changed, from all products of the recall, including those that the loaded file does not name. A recall that
 * has no products left is marked as empty.
 */
export async function saveRecalls(client: pg.PoolClient, { loadId }: { loadId: number }): Promise<void> {
  const touched = await findStaged(client, 'recall_id', 'load_touched')
  await client.query(
    `with one as (
       select distinct on (p.recall_id) p.* from recall_product p where p.recall_id = any ($2::bigint[]) order by p.recall_id, p.recall_number
     ), every as (
       select p.recall_id, count(*)::int as products, string_agg(p.description, E'\\n' order by p.recall_number) as product,
         string_agg(distinct p.quantity, '; ') as quantity, min(p.classification) as classification,
         case when bool_or(p.status = 'Ongoing') then 'Ongoing' else min(p.status) end as status,
         min(p.initiated_on) as initiated_on, min(p.reported_on) as reported_on,
         case when bool_and(p.terminated_on is not null) then max(p.terminated_on) end as terminated_on
       from recall_product p where p.recall_id = any ($2::bigint[]) group by p.recall_id
     ), said as (
       select recall_id, count(*)::int as versions, max(as_of) as newest from recall_version where recall_id = any ($2::bigint[]) group by recall_id
     )
     update recall r set version = said.versions, version_on = said.newest, manufacturer = one.manufacturer, firm_key = one.firm_key, reason = one.reason,
       event_id = one.event_id, title = case when every.products > 1 then one.title || ' and ' || (every.products - 1) || ' more' else one.title end,
       product = every.product, quantity = every.quantity, classification = every.classification, status = every.status,
       distributions = one.distributions, initiated_on = every.initiated_on, reported_on = coalesce(every.reported_on, r.reported_on),
       terminated_on = every.terminated_on, is_empty = false, load_id = $1
     from one join every using (recall_id) join said using (recall_id)
     where r.id = one.recall_id`,
    [loadId, touched],
  )
  await client.query(
    `update recall r set is_empty = true, load_id = $1 where r.id = any ($2::bigint[])
       and not exists (select from recall_product p where p.recall_id = r.id)`,
    [loadId, touched],
  )
}

/**
 * Stores the current content of each changed recall, with all its products, as a version. A recall whose only record in the load is older than the
 * stored one also gets a version, with that record's content.
 */
export async function saveVersions(client: pg.PoolClient, { loadId, asOf }: { loadId: number; asOf: string }): Promise<void> {
  // SQL for a field of one recall number: if the version shows a late record (older than the stored one) for this number, the field of the late
  // record, otherwise that of the stored record.
  const said = (name: string, other = name) => `case when l.recall_number is null then p.${name} else l.${other} end`
  await client.query(
    `create temporary table load_said on commit drop as
     select said.recall_id, hashed.sha256, said.content from (
       select p.recall_id, t.is_newest,
         jsonb_build_object('manufacturer', min(${said('manufacturer', 'firm')}), 'reason', min(${said('reason')}),
         'classification', min(${said('classification')}), 'status', min(${said('status')}),
         'products', jsonb_agg(jsonb_build_object('recallNumber', p.recall_number, 'description', ${said('description')}, 'quantity', ${said('quantity')},
           'codeInfo', ${said('code_info')}, 'moreCodeInfo', ${said('more_code_info')}) order by p.recall_number)) as content
       from (
         select recall_id, true as is_newest from load_touched where is_said
         union all select distinct recall_id, false from load_recall where change = 'late'
           and not exists (select from load_touched t where t.recall_id = load_recall.recall_id and t.is_said)
       ) t join recall_product p on p.recall_id = t.recall_id
       left join load_recall l on l.product_id = p.id and l.change = 'late' and not t.is_newest
       group by p.recall_id, t.is_newest
     ) said cross join lateral (select encode(sha256(convert_to(said.content::text, 'UTF8')), 'hex') as sha256) hashed
     where said.is_newest or not exists (select from recall_version v where v.recall_id = said.recall_id and v.sha256 = hashed.sha256)`,
  )
  await client.query(
    `insert into recall_version (recall_id, as_of, sha256, content, load_id)
     select recall_id, $2::date, sha256, content, $1 from load_said on conflict do nothing`,
    [loadId, asOf],
  )
}

/**
 * Sets the version numbers of recalls for which the load brought only late records. A late record adds an older version to the history, but does not
 * change the recall.
 */
export async function countLateVersions(client: pg.PoolClient): Promise<void> {
  const late = await findStaged(
    client,
    'recall_id',
    `(select recall_id from load_recall group by recall_id having bool_or(change = 'late') and not bool_or(change in ('new', 'changed', 'reread'))) x`,
  )
  await client.query(
    `update recall r set version = v.n from (
       select recall_id, count(*)::int as n from recall_version where recall_id = any ($1::bigint[]) group by recall_id
     ) v where r.id = v.recall_id and r.version <> v.n`,
    [late],
  )
}

export async function updateLoad(
  client: pg.PoolClient,
  loadId: number,
  { added, changed }: { added: number; changed: number },
): Promise<void> {
  await client.query('update recall_load set added = $2, changed = $3 where id = $1', [loadId, added, changed])
}

export interface LoadCounts {
  added: number
  changed: number
  late: number
}

/** Counts the recalls that this load added or changed, and the records that are older than those on file. */
export async function countChanges(client: pg.PoolClient): Promise<LoadCounts> {
  const { rows } = await client.query<LoadCounts>(
    `select (count(distinct recall_id) filter (where is_new))::int as added,
       (count(distinct recall_id) filter (where not is_new and is_changed))::int as changed, (sum(late))::int as late
     from (select recall_id, bool_and(change = 'new') as is_new, bool_or(change in ('new', 'changed')) as is_changed,
       count(*) filter (where change = 'late') as late from load_recall group by recall_id) x`,
  )
  return rows[0] ?? { added: 0, changed: 0, late: 0 }
}
