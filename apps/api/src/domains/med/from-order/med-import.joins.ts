import type { Insertable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { CustomerTx } from '../../../db/types.ts'

/** Number of products inserted per statement, which can have at most 65,535 values. */
const PRODUCTS = 2000

async function saveSome(tx: CustomerTx, rows: Insertable<Tables['epcisMedVocabulary']>[]): Promise<Map<string, number>> {
  await tx
    .insertInto('epcisMedVocabulary')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['customerId', 'contentHash']).doNothing())
    .execute()
  const found = await tx
    .selectFrom('epcisMedVocabulary')
    .select(['id', 'contentHash'])
    .where(
      'contentHash',
      'in',
      rows.map((row) => row.contentHash),
    )
    .execute()
  return new Map(found.map((row) => [row.contentHash, row.id]))
}

/** Saves each product description once per customer; returns the ids by content hash. */
export async function saveProducts(tx: CustomerTx, rows: Insertable<Tables['epcisMedVocabulary']>[]): Promise<Map<string, number>> {
  // All imports save products in the same sequence, by hash, so that they never deadlock.
  const sorted = rows.toSorted((a, b) => (a.contentHash < b.contentHash ? -1 : 1))
  const ids = new Map<string, number>()
  for (let from = 0; from < sorted.length; from += PRODUCTS)
    for (const [hash, id] of await saveSome(tx, sorted.slice(from, from + PRODUCTS))) ids.set(hash, id)
  return ids
}
