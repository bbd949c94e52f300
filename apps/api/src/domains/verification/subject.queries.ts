import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** The identifier of a package, as it is asked about. */
export interface Subject {
  locationId: number
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
}

const selectSubject = (tx: CustomerTx) =>
  tx
    .selectFrom('med')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .select(['med.locationId', 'med.gtin', 'med.serialNumber', 'med.lotNumber', 'product.regulatedProductName as medName'])
    .select(sql<string | null>`to_char(med.expiration_date, 'YYYY-MM-DD')`.as('expirationDate'))

export const findSubject = (tx: CustomerTx, medId: number): Promise<Subject | undefined> =>
  selectSubject(tx).where('med.id', '=', medId).executeTakeFirst()

/** Packages on file of one location with these serial numbers; those in use come first. */
export const listSubjects = (tx: CustomerTx, locationId: number, serialNumbers: readonly string[]): Promise<Subject[]> =>
  selectSubject(tx)
    .where('med.locationId', '=', locationId)
    .where('med.serialNumber', 'in', [...serialNumbers])
    .orderBy('med.voidedAt', (order) => order.desc().nullsFirst())
    .orderBy('med.id', 'desc')
    .execute()
