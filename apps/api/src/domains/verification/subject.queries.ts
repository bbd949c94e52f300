import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { sentToOf } from '../departure/departure.joins.ts'

/** A package on file: its location, and the values that a question to its manufacturer contains. */
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

/** Lists the packages on file at one location with these serial numbers; those in use come first. */
export const listSubjects = (tx: CustomerTx, locationId: number, serialNumbers: readonly string[]): Promise<Subject[]> =>
  selectSubject(tx)
    .where('med.locationId', '=', locationId)
    .where('med.serialNumber', 'in', [...serialNumbers])
    .orderBy('med.voidedAt', (order) => order.desc().nullsFirst())
    .orderBy('med.id', 'desc')
    .execute()

/** Packages with these serial numbers that are on file at one location but have left it and have not come back. */
export async function listDeparted(
  tx: CustomerTx,
  locationId: number,
  serialNumbers: readonly string[],
): Promise<{ gtin: string; serialNumber: string }[]> {
  const { rows } = await sql<{ gtin: string | null; serialNumber: string; sentTo: string | null }>`
    select distinct on (m.gtin, m.serial_number) m.gtin, m.serial_number as "serialNumber", ${sentToOf('m')} as "sentTo"
    from med m where m.customer_id = current_customer_id() and m.location_id = ${locationId} and m.serial_number = any (${[...serialNumbers]}::text[])
    order by m.gtin, m.serial_number, m.voided_at desc nulls first, m.id desc`.execute(tx)
  return rows.flatMap(({ gtin, serialNumber, sentTo }) => (gtin === null || sentTo === null ? [] : { gtin, serialNumber }))
}
