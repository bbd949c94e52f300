import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface Unit {
  gtin: string
  serialNumber: string
}

export async function countNamed(tx: CustomerTx, documentId: number, units: readonly Unit[]): Promise<number> {
  if (!units.length) return 0
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount
    from unnest(${units.map(({ gtin }) => gtin)}::text[], ${units.map(({ serialNumber }) => serialNumber)}::text[]) as u (gtin, serial_number)
    cross join lateral (select m.id from med m
      where m.customer_id = current_customer_id() and m.gtin = u.gtin and m.serial_number = u.serial_number offset 0) m
    cross join lateral (select from document_med d
      where d.customer_id = current_customer_id() and d.med_id = m.id and d.document_id = ${documentId} limit 1) d`.execute(tx)
  return rows[0]?.amount ?? 0
}

/**
 * Lists the items that are stored about one section of the ticket's document. A stored page has a hundred items; only the first `pages` pages are
 * read. By default these are ten thousand items, enough to recognize the document.
 */
export async function listPartItems(
  tx: CustomerTx,
  documentExceptionId: number,
  section: 'events' | 'locationVocabulary' | 'medVocabulary' | 'meds',
  pages = 100,
): Promise<unknown[]> {
  const rows = await tx
    .selectFrom('documentExceptionPart')
    .select('items')
    .where('documentExceptionId', '=', documentExceptionId)
    .where('section', '=', section)
    .orderBy('page')
    .limit(pages)
    .execute()
  return rows.flatMap(({ items }) => items as unknown[]) // `exception.read` stores the items of each page as a list
}

/**
 * Clears `answered_at` of the requests that an email with a file seemed to answer when it arrived (`sentAt`), because the import found that the file
 * does not answer them. Requests answered at another time stay answered. Changes nothing if another file of the same email was imported, corrects an
 * order, or is still being read.
 */
export async function markUnanswered(
  tx: CustomerTx,
  { documentExceptionId, uploadId, sentAt }: { documentExceptionId: number; uploadId: number; sentAt: Date },
): Promise<void> {
  await sql`
    with together as (
      select distinct other.document_exception_id as id from document_exception_mail own
      join document_exception_mail other on other.customer_id = own.customer_id and other.mail_id = own.mail_id
      where own.customer_id = current_customer_id() and own.document_exception_id = ${documentExceptionId} and own.answered_at = ${sentAt}
        and not exists (select from upload u where u.customer_id = current_customer_id() and u.document_exception_id = ${documentExceptionId}
          and u.created_at = ${sentAt} and u.id <> ${uploadId} and u.status in ('processing', 'imported', 'differs', 'elsewhere'))
    ), again as (
      update document_exception_mail m set answered_at = null from together
      where m.customer_id = current_customer_id() and m.document_exception_id = together.id and m.answered_at = ${sentAt}
      returning m.document_exception_id as id
    )
    update document_exception x set answered_at = null from (select distinct id from again) a
    where x.customer_id = current_customer_id() and x.id = a.id`.execute(tx)
}
