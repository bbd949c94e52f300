import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lines of a document; `lines` is a multirange, and is absent for all lines. */
interface Which {
  documentId: number
  lines?: string
}

/**
 * SQL condition: the line `d` is one of these lines of the document. Comparing with their first and last line too lets PostgreSQL find one line of a
 * large document by the primary key.
 */
function chosen({ documentId, lines }: Which): RawBuilder<boolean> {
  const all = sql<boolean>`d.customer_id = current_customer_id() and d.document_id = ${documentId}`
  if (lines === undefined) return all
  const range = sql`${lines}::int4multirange`
  return sql`${all} and d.line >= lower(${range}) and d.line < upper(${range}) and d.line <@ ${range}`
}

/**
 * Returns an SQL fragment, for use inside a receipt's statement, that marks the receipt's meds as received; meds that already have a receipt keep it.
 * The statement must define two CTEs: `made` with the new receipt's `id`, and `marked` with the `med_id` of each of the receipt's lines.
 */
export const receiveMarkedMeds = (at: Date) => sql`update med as m set receipt_id = (select id from made), dated_at = ${at}
    where m.customer_id = current_customer_id() and m.id = any (array (select med_id from marked)) and m.receipt_id is null`

/**
 * Undoes the receipts of the meds on these lines; with `receiptId`, only that receipt. A med that was also received with another active order then
 * counts as received with that order. Call it before the lines lose their `receipt_id`, because it reads that column.
 */
export async function unreceiveMeds(tx: CustomerTx, which: Which, receiptId?: number): Promise<void> {
  const given = receiptId === undefined ? sql`d.receipt_id is not null` : sql`d.receipt_id = ${receiptId}`
  await sql`update med as m set receipt_id = other.id, dated_at = coalesce(other.at, m.created_at)
    from document_med as d left join lateral (
      select r.id, r.at from document_med o join receipt r on r.customer_id = o.customer_id and r.id = o.receipt_id
      join "order" live on live.customer_id = o.customer_id and live.id = o.document_id and live.voided_at is null
      where o.customer_id = current_customer_id() and o.med_id = d.med_id and o.document_id <> ${which.documentId} order by r.id limit 1
    ) other on true
    where ${chosen(which)} and ${given} and m.customer_id = d.customer_id and m.id = d.med_id and m.receipt_id = d.receipt_id`.execute(tx)
}

/** Sets the receipt of each med of this document to the receipt of its line in the document, replacing any other receipt. */
export async function receiveMedsByDocument(tx: CustomerTx, documentId: number): Promise<void> {
  await sql`update med as m set receipt_id = d.receipt_id, dated_at = r.at from document_med as d
    join receipt r on r.customer_id = d.customer_id and r.id = d.receipt_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.receipt_id is not null and not d.is_package
      and m.customer_id = d.customer_id and m.id = d.med_id and m.receipt_id is distinct from d.receipt_id`.execute(tx)
}
