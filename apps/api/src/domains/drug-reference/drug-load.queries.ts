import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LOCKS } from '@seriatim/db/advisory-locks'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type DrugSource = 'fda' | 'sample'
type Staging = 'load_drug' | 'load_product' | 'load_package'

/** Ensures that only one load runs at a time, and creates the staging tables, in which rows wait to be compared with the drug reference. */
export async function createDrugStaging(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.drugLoad])
  await client.query(`create temporary table load_drug (ndc12 text collate "C", ndc text, med_name text, generic_name text,
      manufacturer_name text, dosage_form text, strength text, package_description text, line bigint generated always as identity) on commit drop`)
  await client.query(`create temporary table load_product (product_id text, med_name text, generic_name text, manufacturer_name text,
      dosage_form text, strength text) on commit drop`)
  await client.query('create temporary table load_package (product_id text, ndc12 text, ndc text, package_description text) on commit drop')
}

const COLUMNS: Record<Staging, string> = {
  load_drug: 'ndc12, ndc, med_name, generic_name, manufacturer_name, dosage_form, strength, package_description',
  load_product: 'product_id, med_name, generic_name, manufacturer_name, dosage_form, strength',
  load_package: 'product_id, ndc12, ndc, package_description',
}

/** Streams rows of tab-separated text into a staging table. */
export async function copyDrugs(client: pg.PoolClient, table: Staging, rows: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(rows), client.query(copyFrom(`copy ${table} (${COLUMNS[table]}) from stdin`)))
}

/** Joins the packages of the text files to their products. Returns how many packages have no product. */
export async function attachPackages(client: pg.PoolClient): Promise<number> {
  await client.query('create index on load_product (product_id)')
  await client.query('analyze load_product')
  const { rowCount } = await client.query(`insert into load_drug (${COLUMNS.load_drug})
    select k.ndc12, k.ndc, p.med_name, p.generic_name, p.manufacturer_name, p.dosage_form, p.strength, k.package_description
    from load_package k join load_product p using (product_id)`)
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from load_package')
  return Math.max(0, (rows[0]?.n ?? 0) - (rowCount ?? 0))
}

export interface Comparison {
  entries: number
  /** Number of drug entries that were on file before this load. */
  listed: number
  /** Number of entries that were listed before this load and that the new files no longer contain. */
  gone: number
}

export async function compareLoad(client: pg.PoolClient, source: DrugSource): Promise<Comparison> {
  await client.query('create index on load_drug (ndc12)')
  await client.query('analyze load_drug')
  const { rows } = await client.query<Comparison>(
    `select (select count(distinct ndc12)::int from load_drug) as entries, count(*)::int as listed,
       (count(*) filter (where not exists (select from load_drug l where l.ndc12 = d.ndc12)))::int as gone
     from drug d where d.source = $1 and d.is_listed`,
    [source],
  )
  return rows[0] ?? { entries: 0, listed: 0, gone: 0 }
}

/**
 * Merges the staged rows into the reference. If several rows are about the same package, the last one counts. FDA data is never replaced by sample
 * data.
 */
export async function mergeLoad(
  client: pg.PoolClient,
  { source, at }: { source: DrugSource; at: Date },
): Promise<{ added: number; changed: number }> {
  const { rows } = await client.query<{ added: number; changed: number }>(
    `with merged as (
       insert into drug as d (ndc12, ndc, med_name, generic_name, manufacturer_name, dosage_form, strength, package_description, source, updated_at)
       select distinct on (ndc12) ndc12, ndc, med_name, generic_name, manufacturer_name, dosage_form, strength, package_description, $1, $2::timestamptz
       from load_drug order by ndc12, line desc
       on conflict (ndc12) do update set ndc = excluded.ndc, med_name = excluded.med_name, generic_name = excluded.generic_name,
         manufacturer_name = excluded.manufacturer_name, dosage_form = excluded.dosage_form, strength = excluded.strength,
         package_description = excluded.package_description, source = excluded.source, is_listed = true, updated_at = excluded.updated_at
       where (excluded.source = 'fda' or d.source = 'sample')
         and (d.ndc, d.med_name, d.generic_name, d.manufacturer_name, d.dosage_form, d.strength, d.package_description, d.source, d.is_listed)
           is distinct from (excluded.ndc, excluded.med_name, excluded.generic_name, excluded.manufacturer_name, excluded.dosage_form,
             excluded.strength, excluded.package_description, excluded.source, true)
       returning (xmax = 0) as is_new
     ) select (count(*) filter (where is_new))::int as added, (count(*) filter (where not is_new))::int as changed from merged`,
    [source, at],
  )
  return rows[0] ?? { added: 0, changed: 0 }
}

/**
 * Marks entries of the drug directory as unlisted if the files just loaded from their source no longer contain them, and returns their number. A
 * second statement gets their codes as values, because a cluster keeps the directory on every machine but the loaded rows on only one
 * (docs/scale.md).
 */
export async function markUnlisted(client: pg.PoolClient, { source, at }: { source: DrugSource; at: Date }): Promise<number> {
  const { rows } = await client.query<{ ndc12: string }>(
    'select d.ndc12 from drug d where d.source = $1 and d.is_listed and not exists (select from load_drug l where l.ndc12 = d.ndc12)',
    [source],
  )
  const { rowCount } = await client.query('update drug set is_listed = false, updated_at = $2 where ndc12 = any ($1::text[])', [
    rows.map(({ ndc12 }) => ndc12),
    at,
  ])
  return rowCount ?? 0
}

/** SHA-256 of the files that were loaded last from this source; undefined if none were. */
export async function findLastDrugHash(client: pg.PoolClient, source: DrugSource): Promise<string | undefined> {
  const { rows } = await client.query<{ sha256: string }>('select sha256 from drug_load where source = $1 order by id desc limit 1', [
    source,
  ])
  return rows[0]?.sha256
}

export interface LoadRecord {
  source: DrugSource
  files: readonly string[]
  sha256: string
  entries: number
  added: number
  changed: number
  unlisted: number
  at: Date
}

export async function insertDrugLoad(client: pg.PoolClient, load: LoadRecord): Promise<void> {
  const { source, files, sha256, entries, added, changed, unlisted, at } = load
  await client.query(
    'insert into drug_load (source, files, sha256, entries, added, changed, unlisted, loaded_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [source, [...files], sha256, entries, added, changed, unlisted, at],
  )
}
