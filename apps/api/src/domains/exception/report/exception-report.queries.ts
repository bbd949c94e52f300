import type { ExceptionStatus } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface ReportSpan {
  from: Date
  /** Exclusive. */
  to: Date
  locationId: number | null
  timeZone: string
  /** The caller's current day; open tickets that were due before this day are overdue. */
  today: string
}

const here = ({ locationId }: ReportSpan) => sql`(${locationId}::bigint is null or x.location_id = ${locationId}::bigint)`
const opened = ({ from, to }: ReportSpan) => sql`(x.created_at >= ${from} and x.created_at < ${to})`
const settled = ({ from, to }: ReportSpan) => sql`(x.settled_at >= ${from} and x.settled_at < ${to} and x.current_error_status <> 'OPEN')`
const isOverdue = ({ today }: ReportSpan) => sql`(x.current_error_status = 'OPEN' and x.due_on < ${today}::date)`
const days = sql`round((extract(epoch from x.settled_at - x.created_at) / 86400)::numeric, 1)`

/**
 * Selects for each ticket `x` the active partner with the sender's GLN. A partner of a single location takes precedence over one of all locations.
 */
const partner = sql`lateral (
  select p.id, p.name from partner_gln g join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id and p.deactivated_at is null
  where g.customer_id = current_customer_id() and g.global_location_number = x.sender_gln
    and (p.location_id is null or x.location_id is null or p.location_id = x.location_id)
  order by p.location_id nulls last, p.id limit 1)`

interface Figures {
  opened: number
  resolved: number
  closed: number
  open: number
  overdue: number
  medianDays: number | null
  longestDays: number | null
}

export interface FiguresRow extends Figures {
  of: 'partner' | 'type' | 'all'
  type: string | null
  partner: string | null
  gln: string | null
}

/**
 * Figures of the tickets that were opened or settled in the span or are still open: in total, by partner and by type. The groups with the most opened
 * tickets come first.
 */
export const selectFigures = (span: ReportSpan) => sql<FiguresRow>`
  with told as (
    select coalesce(x.counter_kind, x.current_error_type) as type, p.name as partner_name, x.sender, x.sender_gln,
      coalesce('partner ' || p.id, x.sender_gln, x.sender, '') as sender_key,
      ${opened(span)} as is_opened, ${settled(span)} and x.current_error_status = 'RESOLVED' as is_resolved,
      ${settled(span)} and x.current_error_status = 'CLOSED' as is_closed,
      x.current_error_status = 'OPEN' as is_open, ${isOverdue(span)} as is_overdue,
      case when ${settled(span)} and x.current_error_status = 'RESOLVED' then ${days} end as days
    from document_exception x left join ${partner} p on true
    where x.customer_id = current_customer_id() and ${here(span)} and (${opened(span)} or ${settled(span)} or x.current_error_status = 'OPEN')
  )
  select case when grouping(sender_key) = 0 then 'partner' when grouping(type) = 0 then 'type' else 'all' end as "of", type,
    coalesce(min(partner_name), max(sender), max(sender_gln)) as partner, min(sender_gln) as gln,
    (count(*) filter (where is_opened))::int as opened, (count(*) filter (where is_resolved))::int as resolved,
    (count(*) filter (where is_closed))::int as closed, (count(*) filter (where is_open))::int as open,
    (count(*) filter (where is_overdue))::int as overdue,
    round((percentile_cont(0.5) within group (order by days::float8))::numeric, 1)::float8 as "medianDays", max(days)::float8 as "longestDays"
  from told group by grouping sets ((sender_key), (type), ())
  order by count(*) filter (where is_opened) desc, count(*) desc, partner, type`

/** Tickets opened and settled per week; weeks begin on Sunday. */
export const selectWeeks = (span: ReportSpan) => sql<{ week: string; opened: number; resolved: number; closed: number }>`
  with happened as (
    select x.created_at as at, 'OPEN' as what from document_exception x
    where x.customer_id = current_customer_id() and ${here(span)} and ${opened(span)}
    union all
    select x.settled_at, x.current_error_status from document_exception x
    where x.customer_id = current_customer_id() and ${here(span)} and ${settled(span)}
  ), dated as (select (at at time zone ${span.timeZone})::date as day, what from happened)
  select to_char(day - extract(dow from day)::int, 'YYYY-MM-DD') as week, (count(*) filter (where what = 'OPEN'))::int as opened,
    (count(*) filter (where what = 'RESOLVED'))::int as resolved, (count(*) filter (where what = 'CLOSED'))::int as closed
  from dated group by 1 order by 1`

export interface ReportedTicket {
  id: number
  ticketNumber: number
  at: Date
  partner: string | null
  poNumber: string | null
  type: string
  title: string
  status: ExceptionStatus
  firstName: string | null
  lastName: string | null
  dueOn: string | null
  isOverdue: boolean
  settledAt: Date | null
  days: number | null
  locationName: string | null
}

/** Tickets that were opened or settled in the range, newest first. */
export async function listReportedTickets(tx: CustomerTx, span: ReportSpan, limit: number): Promise<ReportedTicket[]> {
  const { rows } = await sql<ReportedTicket>`
    select x.id, x.ticket_number as "ticketNumber", x.created_at as at, coalesce(p.name, x.sender, x.sender_gln) as partner, x.po_number as "poNumber",
      coalesce(x.counter_kind, x.current_error_type) as type, x.title, x.current_error_status as status, u.first_name as "firstName",
      u.last_name as "lastName", case when x.current_error_status = 'OPEN' then to_char(x.due_on, 'YYYY-MM-DD') end as "dueOn",
      coalesce(${isOverdue(span)}, false) as "isOverdue", x.settled_at as "settledAt",
      (case when x.current_error_status = 'RESOLVED' then ${days} end)::float8 as days, l.name as "locationName"
    from document_exception x left join ${partner} p on true
    left join "user" u on u.customer_id = x.customer_id and u.id = x.owner_id
    left join location l on l.customer_id = x.customer_id and l.id = x.location_id
    where x.customer_id = current_customer_id() and ${here(span)} and (${opened(span)} or ${settled(span)})
    order by x.created_at desc, x.id desc limit ${limit}`.execute(tx)
  return rows
}

export const selectReportedAmount = (span: ReportSpan) => sql<{ amount: number }>`
  select count(*)::int as amount from document_exception x
  where x.customer_id = current_customer_id() and ${here(span)} and (${opened(span)} or ${settled(span)})`
