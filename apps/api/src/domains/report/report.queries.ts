import type { ReceivedHow } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import { type ReceiptContents, receiptContents } from '../../db/receipt-contents.ts'
import type { CustomerTx } from '../../db/types.ts'

export interface Span {
  from: Date
  /** Exclusive. */
  to: Date
  locationId: number | null
  /** Time zone that decides on which day an event is counted. */
  timeZone: string
}

const here = (column: string, locationId: number | null) =>
  sql<boolean>`(${locationId}::bigint is null or ${sql.ref(column)} = ${locationId}::bigint)`
const dayIn = (column: string, timeZone: string) => sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD')`

export interface ReceiptLine extends ReceiptContents {
  id: number
  at: Date
  how: ReceivedHow
  isUndo: boolean
  /** Whether the order was voided. Lines of voided orders are listed, but count only in the figure for voided orders. */
  isVoided: boolean
  amount: number
  documentId: number
  purchaseOrderNumbers: string[]
  senderName: string | null
  firstName: string
  lastName: string
  locationName: string
}

/** The conditions that narrow a report of receipts to some packages; if none is set, the report covers all packages. */
export interface Narrowing {
  sender: string | undefined
  lot: string | undefined
  serial: string | undefined
  /** Products that match name and NDC; undefined if neither was requested. */
  productIds: readonly number[] | undefined
}

const EVERYTHING: Narrowing = { sender: undefined, lot: undefined, serial: undefined, productIds: undefined }

const isOfSender = ({ sender }: Narrowing) =>
  sender ? sql`exists (select from unnest(o.sender_names) as name where position(lower(${sender}::text) in lower(name)) > 0)` : sql`true`

/**
 * The receipts in the span, each with the number of its packages that the report covers: all of them or, if the report is narrowed by lot, serial
 * number or product, those that match. Matching packages are found by their own indexes first, because a receipt can have a hundred thousand lines.
 */
function receiptAmounts({ from, to, locationId }: Span, narrowing: Narrowing): RawBuilder<unknown> {
  const { lot, serial, productIds } = narrowing
  const receipts = (amount: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`select r.id, ${amount} as told from receipt r
    join "order" o on o.customer_id = r.customer_id and o.id = r.document_id ${more}
    where r.customer_id = current_customer_id() and r.at >= ${from} and r.at < ${to} and ${here('r.location_id', locationId)} and ${isOfSender(narrowing)}`
  if (!lot && !serial && !productIds) return receipts(sql`r.amount`, sql``)
  const asked = [
    ...(serial ? [sql`starts_with(m.serial_number, ${serial})`] : []),
    ...(lot ? [sql`starts_with(m.lot_number, ${lot})`] : []),
    ...(productIds ? [sql`m.epcis_med_vocabulary_id = any(${[...productIds]}::bigint[])`] : []),
  ]
  const lines = sql`join lateral (select d.line from (
      select w.document_id, w.line from wanted w where w.document_id = r.document_id) as d where d.line <@ r.lines) as line on true`
  return sql`with wanted as materialized (select d.document_id, d.line from med m
      join document_med d on d.customer_id = m.customer_id and d.med_id = m.id and not d.is_package
      where m.customer_id = current_customer_id() and ${sql.join(asked, sql` and `)})
    ${receipts(sql`count(*)::int`, lines)} group by r.id`
}

const CONTENTS = receiptContents('r')

/** Receipts and their undos, newest first. */
export async function listReceiptLines(tx: CustomerTx, span: Span, narrowing: Narrowing, limit: number): Promise<ReceiptLine[]> {
  const { rows } = await sql<ReceiptLine>`
    select r.id, r.at, r.how, r.undoes_id is not null as "isUndo", o.voided_at is not null as "isVoided", told.told as amount,
      ${CONTENTS.products} as products, ${CONTENTS.serialNumber} as "serialNumber", ${CONTENTS.medId} as "medId", r.document_id as "documentId",
      o.purchase_order_numbers as "purchaseOrderNumbers", o.sender_names[1] as "senderName", u.first_name as "firstName", u.last_name as "lastName",
      l.name as "locationName"
    from (${receiptAmounts(span, narrowing)}) as told
    join receipt r on r.customer_id = current_customer_id() and r.id = told.id
    join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
    join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    join location l on l.customer_id = r.customer_id and l.id = r.location_id
    order by r.at desc, r.id desc limit ${limit}`.execute(tx)
  return rows
}

export interface ReceiptDay {
  day: string
  receipts: number
  /** Number of meds received, without undone receipts and without orders that were voided later. */
  received: number
  takenBack: number
  voided: number
}

export const selectReceiptDays = (span: Span, narrowing: Narrowing = EVERYTHING) => sql<ReceiptDay>`
  select ${dayIn('r.at', span.timeZone)} as day, (count(*) filter (where r.undoes_id is null))::int as receipts,
    coalesce(sum(case when r.undoes_id is null then told.told else -told.told end) filter (where o.voided_at is null), 0)::int as received,
    coalesce(sum(told.told) filter (where r.undoes_id is not null and o.voided_at is null), 0)::int as "takenBack",
    coalesce(sum(case when r.undoes_id is null then told.told else -told.told end) filter (where o.voided_at is not null), 0)::int as voided
  from (${receiptAmounts(span, narrowing)}) as told
  join receipt r on r.customer_id = current_customer_id() and r.id = told.id
  join "order" o on o.customer_id = r.customer_id and o.id = r.document_id
  group by 1 order by 1`

export interface DayAmount {
  day: string
  amount: number
}

/** Meds imported with orders, by the day the order arrived. */
export const selectImportedDays = ({ from, to, locationId, timeZone }: Span) => sql<DayAmount>`
  select ${dayIn('o.time_stamp', timeZone)} as day, sum(o.amount_of_meds)::int as amount from "order" o
  where o.customer_id = current_customer_id() and o.time_stamp >= ${from} and o.time_stamp < ${to} and o.voided_at is null
    and ${here('o.location_id', locationId)}
  group by 1`

/** Meds that were typed in, by creation day because they have no receipt. */
export const selectTypedInDays = ({ from, to, locationId, timeZone }: Span) => sql<DayAmount>`
  select ${dayIn('m.dated_at', timeZone)} as day, count(*)::int as amount from med m
  where m.customer_id = current_customer_id() and m.dated_at >= ${from} and m.dated_at < ${to} and not m.is_epcis_generated and m.voided_at is null
    and ${here('m.location_id', locationId)}
  group by 1`

/** Pedigrees sent by email, counted by the day on which the email was sent. */
export const selectSentDays = ({ from, to, locationId, timeZone }: Span) => sql<DayAmount>`
  select ${dayIn('l.sent_at', timeZone)} as day, count(*)::int as amount from med_email e
  join mail l on l.customer_id = e.customer_id and l.id = e.mail_id
  join med m on m.customer_id = e.customer_id and m.id = e.med_id
  where e.customer_id = current_customer_id() and l.status = 'sent' and l.sent_at >= ${from} and l.sent_at < ${to}
    and ${here('m.location_id', locationId)}
  group by 1`
