import { createHash } from 'node:crypto'
import type { CustomerTx } from '../../../db/types.ts'
import type { ParsedEntry } from './med-entry.rules.ts'

const known = (tx: CustomerTx, locationId: number, serialNumber: string) =>
  tx
    .selectFrom('med')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .select([
      'med.id',
      'med.locationId',
      'med.lotNumber',
      'med.expirationDate',
      'med.ndc',
      'med.epcisMedVocabularyId',
      'med.voidedAt',
      'product.regulatedProductName',
      'product.manufacturerOfTradeItemPartyName',
      'product.additionalTradeItemId',
    ])
    .where('med.locationId', '=', locationId)
    .where('med.serialNumber', '=', serialNumber)
    .orderBy('med.id')
    .forUpdate('med')
export type KnownMed = Awaited<ReturnType<ReturnType<typeof known>['execute']>>[number]

/** The med with this GTIN and serial number at the location, locked until the transaction ends. */
export function lockSerial(tx: CustomerTx, locationId: number, { gtin, serialNumber }: { gtin: string; serialNumber: string }) {
  return known(tx, locationId, serialNumber).where('med.gtin', '=', gtin).executeTakeFirst()
}

/** Locks up to fifty meds of the location that have this serial number and no GTIN. Without a GTIN, only their other values distinguish them. */
export function lockMedsWithoutGtin(tx: CustomerTx, locationId: number, serialNumber: string) {
  return known(tx, locationId, serialNumber).where('med.gtin', 'is', null).limit(50).execute()
}

export interface NewMed extends Pick<ParsedEntry, 'serialNumber' | 'gtin' | 'lotNumber' | 'expirationDate' | 'ndc'> {
  locationId: number
  epcisMedVocabularyId: number | null
  createdById: number
  now: Date
}

/** Inserts a med; undefined if somebody saved the same package a moment ago. */
export async function insertMed(tx: CustomerTx, { now, ...values }: NewMed): Promise<number | undefined> {
  const row = await tx
    .insertInto('med')
    .values({ ...values, isEpcisGenerated: false, createdAt: now, datedAt: now })
    .onConflict((conflict) => conflict.columns(['customerId', 'locationId', 'gtin', 'serialNumber']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateMed(
  tx: CustomerTx,
  id: number,
  values: { lotNumber?: string | null; expirationDate?: string | null; ndc?: string | null; epcisMedVocabularyId?: number | null },
): Promise<void> {
  await tx.updateTable('med').set(values).where('id', '=', id).execute()
}

export interface TypedProduct {
  gtin: string | null
  ndc: string | null
  medName: string | null
  manufacturerName: string | null
}

/**
 * Saves a product that a person typed in. Fields of the product on file (`baseId`) take precedence over typed ones, except for the GTIN. Products
 * with the same values share a row.
 * @returns the id of that row.
 */
export async function saveProduct(tx: CustomerTx, typed: TypedProduct, baseId: number | null): Promise<number> {
  const base = baseId === null ? undefined : await findProduct(tx, baseId)
  const values = {
    gtin: typed.gtin ?? base?.gtin ?? null,
    sgtin: base?.sgtin ?? null,
    additionalTradeItemId: base?.additionalTradeItemId ?? typed.ndc,
    additionalTradeItemIdType: base?.additionalTradeItemIdType ?? null,
    regulatedProductName: base?.regulatedProductName ?? typed.medName,
    manufacturerOfTradeItemPartyName: base?.manufacturerOfTradeItemPartyName ?? typed.manufacturerName,
    dosageFormType: base?.dosageFormType ?? null,
    strengthDescription: base?.strengthDescription ?? null,
    netContentDescription: base?.netContentDescription ?? null,
  }
  const contentHash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  const added = await tx
    .insertInto('epcisMedVocabulary')
    .values({ ...values, contentHash })
    .onConflict((conflict) => conflict.columns(['customerId', 'contentHash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const row =
    added ?? (await tx.selectFrom('epcisMedVocabulary').select('id').where('contentHash', '=', contentHash).executeTakeFirstOrThrow())
  return row.id
}

function findProduct(tx: CustomerTx, id: number) {
  return tx.selectFrom('epcisMedVocabulary').selectAll().where('id', '=', id).executeTakeFirst()
}
