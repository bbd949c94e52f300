import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import type { NdcPrefix } from './ndc-search.rules.ts'

const COLUMNS = [
  'ndc',
  'medName',
  'manufacturerName',
  'genericName',
  'dosageForm',
  'strength',
  'packageDescription',
  'ndc11',
  'isListed',
] as const

/** Entries whose code has one of these prefixes, currently listed ones first. */
export async function listDrugsByNdc(tx: CustomerTx, prefixes: readonly NdcPrefix[], limit: number) {
  return tx
    .selectFrom('drug')
    .select(COLUMNS)
    .where((eb) => eb.or(prefixes.map(({ column, digits }) => sql<boolean>`starts_with(${sql.ref(column)}, ${digits}::text)`)))
    .orderBy('isListed', 'desc')
    .orderBy('ndc12')
    .limit(limit)
    .execute()
}

/** Entries whose names contain these texts, prefix matches first. The table has no row security, so LIKE can use its trigram indexes. */
export async function listDrugsByName(
  tx: CustomerTx,
  { medName, manufacturerName }: { medName: string | undefined; manufacturerName: string | undefined },
  limit: number,
) {
  let found = tx.selectFrom('drug').select([...COLUMNS, 'ndc12'])
  if (medName) {
    const pattern = `%${escaped(medName)}%`
    found = found.where((eb) => eb.or([sql<boolean>`lower(med_name) like ${pattern}`, sql<boolean>`lower(generic_name) like ${pattern}`]))
  }
  if (manufacturerName) found = found.where(sql<boolean>`lower(manufacturer_name) like ${`%${escaped(manufacturerName)}%`}`)
  if (medName) found = found.orderBy(sql`starts_with(lower(med_name), ${medName.toLowerCase()})`, 'desc')
  return found.orderBy('isListed', 'desc').orderBy('medName').orderBy('manufacturerName').orderBy('ndc12').limit(limit).execute()
}

const escaped = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&')
