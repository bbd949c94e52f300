import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { containsGoods } from '../selection.queries.ts'
import type { Selection } from '../selection.ts'

export interface TicketRow {
  id: number
  ticketNumber: number
  title: string
  errorType: string
  category: string
  status: string
  createdAt: Date
  settledAt: Date | null
  askedAt: Date | null
  answeredAt: Date | null
  dueOn: string | null
  sender: string | null
  purchaseOrder: string | null
  locationName: string | null
  documentId: number | null
  owner: string | null
  rejects: number
  warnings: number
}

/**
 * SQL condition: whether the ticket `x` was open at any time in the period and is about a document that came from one of the chosen partners and
 * contains any of the chosen goods.
 */
const isChosenTicket = ({
  from,
  to,
  glns,
  goods,
}: Selection) => sql<boolean>`x.created_at < ${to} and coalesce(x.settled_at, 'infinity'::timestamptz) >= ${from}
    and (${glns}::text[] is null or x.sender_gln = any (${glns}::text[]))
    and ${containsGoods(sql`coalesce(x.order_id, x.document_id)`, goods)}`

export async function listTicketRows(tx: CustomerTx, selection: Selection, afterId: number, limit: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select x.id, x.ticket_number as "ticketNumber", x.title, x.current_error_type as "errorType", x.category, x.current_error_status as status,
      x.created_at as "createdAt", x.settled_at as "settledAt", x.asked_at as "askedAt", x.answered_at as "answeredAt",
      to_char(x.due_on, 'YYYY-MM-DD') as "dueOn", x.sender, x.po_number as "purchaseOrder", l.name as "locationName",
      coalesce(x.order_id, x.document_id) as "documentId", u.first_name || ' ' || u.last_name as owner, x.rejects, x.warnings
    from document_exception x left join location l on l.customer_id = x.customer_id and l.id = x.location_id
    left join "user" u on u.customer_id = x.customer_id and u.id = x.owner_id
    where x.customer_id = current_customer_id() and ${isChosenTicket(selection)} and x.id > ${afterId} order by x.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export interface TicketFigures {
  opened: number
  settled: number
  unanswered: number
}

const IS_UNANSWERED = sql<boolean>`x.current_error_status = 'OPEN' and x.asked_at is not null and (x.answered_at is null or x.answered_at < x.asked_at)`

export const selectTicketFigures = (selection: Selection) => sql<TicketFigures>`
  select (count(*) filter (where x.created_at >= ${selection.from}))::int as opened,
    (count(*) filter (where x.settled_at >= ${selection.from} and x.settled_at < ${selection.to}))::int as settled,
    (count(*) filter (where ${IS_UNANSWERED}))::int as unanswered
  from document_exception x where x.customer_id = current_customer_id() and ${isChosenTicket(selection)}`

export interface UnansweredTicket {
  id: number
  ticketNumber: number
  title: string
  sender: string | null
}

/** Open tickets about which the partner was asked and has not answered. */
export async function listUnanswered(tx: CustomerTx, selection: Selection, limit: number): Promise<UnansweredTicket[]> {
  const { rows } = await sql<UnansweredTicket>`
    select x.id, x.ticket_number as "ticketNumber", x.title, x.sender from document_exception x
    where x.customer_id = current_customer_id() and ${isChosenTicket(selection)} and ${IS_UNANSWERED} order by x.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export interface MessageRow {
  id: number
  ticketNumber: number
  at: Date
  by: string | null
  kind: string
  text: string | null
  detail: string
}

/** Entries of the chosen tickets (notes and the actions that people took), one page at a time, by id. */
export async function listMessages(tx: CustomerTx, selection: Selection, afterId: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select n.id, x.ticket_number as "ticketNumber", n.at, u.first_name || ' ' || u.last_name as by, n.kind, n.text, n.detail::text as detail
    from document_exception_entry n join document_exception x on x.customer_id = n.customer_id and x.id = n.document_exception_id
    left join "user" u on u.customer_id = n.customer_id and u.id = n.user_id
    where n.customer_id = current_customer_id() and ${isChosenTicket(selection)} and n.id > ${afterId} order by n.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export interface TicketFile {
  id: number
  ticketNumber: number
  ticketId: number
  filename: string
  sha256: string
}

export async function listTicketFiles(tx: CustomerTx, selection: Selection, afterId: number, limit: number): Promise<TicketFile[]> {
  const { rows } = await sql<TicketFile>`
    select f.id, x.ticket_number as "ticketNumber", x.id as "ticketId", f.filename, f.sha256
    from document_exception_file f join document_exception x on x.customer_id = f.customer_id and x.id = f.document_exception_id
    where f.customer_id = current_customer_id() and ${isChosenTicket(selection)} and f.id > ${afterId} order by f.id limit ${limit}`.execute(
    tx,
  )
  return rows
}
