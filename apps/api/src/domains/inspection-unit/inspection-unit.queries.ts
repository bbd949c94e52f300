import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Packages with exactly this serial number, newest record first. */
export function selectUnits(tx: CustomerTx, serialNumber: string) {
  return tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .leftJoin('epcisMedVocabulary as product', 'product.id', 'med.epcisMedVocabularyId')
    .select([
      'med.id',
      'med.gtin',
      'med.lotNumber',
      'med.voidedAt',
      'location.name as locationName',
      'product.regulatedProductName as medName',
    ])
    .where('med.serialNumber', '=', serialNumber)
    .orderBy('med.createdAt', 'desc')
    .orderBy('med.id', 'desc')
    .limit(50)
}

export const findUnitPlace = (tx: CustomerTx, medId: number) =>
  tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .select(['med.locationId', 'location.timeZone'])
    .where('med.id', '=', medId)
    .executeTakeFirst()

export interface DifferingLabel {
  lotNumber: string | null
  expirationDate: string | null
  fileLotNumber: string | null
  fileExpirationDate: string | null
}

/** SQL for the lot and expiry on the package's label, next to those in the file. Receiving stores them only if label and file differ. */
const selectLabel = (medId: number, documentId: number) => sql<DifferingLabel>`
    select l.lot_number as "lotNumber", l.expiration_date as "expirationDate", l.file_lot_number as "fileLotNumber",
      to_char(l.file_expiration_date, 'YYYY-MM-DD') as "fileExpirationDate"
    from document_med d
    join receipt_label l on l.customer_id = d.customer_id and l.receipt_id = d.receipt_id and l.line = d.line
    where d.customer_id = current_customer_id() and d.med_id = ${medId} and d.document_id = ${documentId} limit 1`

/** When somebody at the counter last recorded that the package was sent back to its seller, and the reason given. */
const selectSentBack = (medId: number) => sql<{ at: Date; reason: string | null }>`
    select s.answered_at as at, s.answer_reason as reason from scan_stop s
    where s.customer_id = current_customer_id() and s.med_id = ${medId} and s.answer = 'sentBack' order by s.id desc limit 1`

/** Open tickets about the order, or about its document. */
const selectOpenTickets = (tx: CustomerTx, documentId: number) =>
  tx
    .selectFrom('documentException')
    .select(['id', 'ticketNumber'])
    .where((eb) => eb.or([eb('documentId', '=', documentId), eb('orderId', '=', documentId)]))
    .where('currentErrorStatus', '=', 'OPEN')
    .orderBy('id')
    .limit(10)

/** The time when the lots on file were last compared with all recalls. */
const selectCompared = (tx: CustomerTx) => tx.selectFrom('recallProgress').select('caughtUpAt')

const selectTimeZone = (tx: CustomerTx, locationId: number) => tx.selectFrom('location').select('timeZone').where('id', '=', locationId)

/** Facts about a package that no other domain provides, in one round trip. */
export const selectUnitFacts = (
  tx: CustomerTx,
  { medId, documentId, locationId }: { medId: number; documentId: number; locationId: number },
) => ({
  zones: selectTimeZone(tx, locationId),
  labels: selectLabel(medId, documentId),
  sentBack: selectSentBack(medId),
  tickets: selectOpenTickets(tx, documentId),
  compared: selectCompared(tx),
})
