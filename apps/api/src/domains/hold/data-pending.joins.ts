import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { selectHeldLines } from './hold.joins.ts'

/** Number of meds that this ticket's holds keep back because their data is missing. Cases and pallets do not count. */
export const selectPending = (documentExceptionId: number) => sql<{ amount: number }>`
    select count(distinct k.med_id)::int as amount from hold h join hold_med k on k.customer_id = h.customer_id and k.hold_id = h.id and k.is_active
    where h.customer_id = current_customer_id() and h.document_exception_id = ${documentExceptionId} and h.released_at is null
      and not exists (select from document_med d where d.customer_id = current_customer_id() and d.med_id = k.med_id and d.is_package)`

export async function countPending(tx: CustomerTx, documentExceptionId: number): Promise<number> {
  return (await selectPending(documentExceptionId).execute(tx)).rows[0]?.amount ?? 0
}

/**
 * Number of meds that would no longer be on hold if these tickets' holds were released. Each med counts once; meds that another hold covers do not
 * count.
 */
export async function countFreedBy(tx: CustomerTx, documentExceptionIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from (
      select k.med_id from hold h join hold_med k on k.customer_id = h.customer_id and k.hold_id = h.id and k.is_active
      where h.customer_id = current_customer_id() and h.document_exception_id = any (${[...documentExceptionIds]}::bigint[]) and h.released_at is null
        and not exists (select from document_med d where d.customer_id = current_customer_id() and d.med_id = k.med_id and d.is_package)
      group by k.med_id
    ) held where not exists (select from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
      where k.customer_id = current_customer_id() and k.med_id = held.med_id and k.is_active
        and (h.document_exception_id is null or h.document_exception_id <> all (${[...documentExceptionIds]}::bigint[])))`.execute(tx)
  return rows[0]?.amount ?? 0
}

/**
 * Lines of an order that are on hold only because data is missing, as a multirange; null if there are none. Used as a value in a query of the order.
 */
export const selectPendingLines = (documentId: number) => sql<string | null>`(
    select range_agg(int4range(w.line, w.line, '[]')) from (
      select d.line from hold_med k join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
      join document_med d on d.customer_id = k.customer_id and d.med_id = k.med_id and d.document_id = ${documentId}
      where k.customer_id = current_customer_id() and k.is_active group by d.line having bool_and(h.cause = 'dataPending')
    ) w)`

/** Multiranges of an order's lines: those on hold, and among them those on hold only because data is missing. */
interface HeldLines {
  held: string | null
  pending: string | null
}

export async function findHeldAndPending(tx: CustomerTx, documentId: number): Promise<HeldLines> {
  const { rows } = await sql<HeldLines>`
    select ${selectHeldLines(documentId)}::text as held, ${selectPendingLines(documentId)}::text as pending`.execute(tx)
  return rows[0] ?? { held: null, pending: null }
}

/** The lines of a document that one ticket keeps on hold, or that are in quarantine. */
export interface HeldRanges {
  /** Id of the ticket that the lines wait for; null if the lines are in quarantine. */
  documentExceptionId: number | null
  /** The ticket's number; null if there is no ticket, or if the reader may not see it. */
  ticketNumber: number | null
  /** The lines as a multirange of line numbers. */
  lines: string
}

/**
 * Selects the document's lines that are on hold, as one multirange per ticket. A line that waits for several tickets belongs to the ticket with the
 * lowest id. A line that is also on hold for another reason, such as quarantine, belongs to no ticket (`documentExceptionId` is null).
 */
export const selectHeldRanges = (documentId: number) => sql<HeldRanges>`
    select w.ticket_id as "documentExceptionId", x.ticket_number as "ticketNumber", range_agg(int4range(w.line, w.line, '[]'))::text as lines
    from (
      select d.line, case when bool_and(h.cause = 'dataPending') then min(h.document_exception_id) end as ticket_id from hold_med k
      join document_med d on d.customer_id = k.customer_id and d.med_id = k.med_id and d.document_id = ${documentId}
      left join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
      where k.customer_id = current_customer_id() and k.is_active group by d.line
    ) w left join document_exception x on x.customer_id = current_customer_id() and x.id = w.ticket_id
    group by w.ticket_id, x.ticket_number order by w.ticket_id`
