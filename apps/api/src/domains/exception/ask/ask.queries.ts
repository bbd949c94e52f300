import type { ExceptionUnit, Wish } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lists up to `limit` packages of an order that these of its EPCIS events mention. */
export async function listUnitsOfEvents(
  tx: CustomerTx,
  documentId: number,
  events: readonly number[],
  limit: number,
): Promise<ExceptionUnit[]> {
  if (!events.length) return []
  const { rows } = await sql<ExceptionUnit>`
    with told as (
      select range_agg(e.lines) as lines from epcis_event e
      where e.customer_id = current_customer_id() and e.document_id = ${documentId} and e.event_number = any (${[...events]}::int[])
    )
    select m.gtin, m.serial_number as "serialNumber", d.sscc, d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      p.regulated_product_name as "productName"
    from told join document_med d on d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ told.lines and not d.is_package
    left join med m on m.customer_id = d.customer_id and m.id = d.med_id
    left join epcis_med_vocabulary p on p.customer_id = d.customer_id and p.id = d.epcis_med_vocabulary_id
    order by d.line limit ${limit}`.execute(tx)
  return rows
}

/**
 * Selects the numbers of up to five shipping notices from an order's events. The number is the part of the notice's identifier after its last colon.
 */
export const selectDespatchAdvices = (documentId: number | null) => sql<{ number: string }>`
    select distinct regexp_replace(t ->> 'value', '^.*:', '') as number from epcis_event e, jsonb_array_elements(e.biz_transactions) t
    where e.customer_id = current_customer_id() and e.document_id = ${documentId} and t ->> 'type' like '%desadv' order by 1 limit 5`

export async function listDespatchAdvices(tx: CustomerTx, documentId: number): Promise<string[]> {
  return (await selectDespatchAdvices(documentId).execute(tx)).rows.map((row) => row.number)
}

/**
 * SQL for how a partner has us on file: our customer name, and one GLN of the location that receives goods. A verified GLN is preferred to an
 * unverified one, and an older entry to a newer one.
 */
export const selectOwnPlace = (locationId: number | null) => sql<{ customerName: string; gln: string | null }>`
    select c.name as "customerName", (select g.global_location_number from location_gln g where g.customer_id = c.id and g.location_id = ${locationId}
      order by g.is_verified desc, g.id limit 1) as gln
    from customer c where c.id = current_customer_id()`

export async function insertAsked(
  tx: CustomerTx,
  {
    report,
    ...row
  }: {
    documentExceptionId: number
    mailId: number
    at: Date
    userId: number | null
    wish: Wish
    report: Record<string, unknown>
    serials: string | null
    remindOn: string | null
  },
): Promise<void> {
  await tx
    .insertInto('documentExceptionMail')
    .values({ ...row, report: JSON.stringify(report) })
    .execute()
}

/** Lists the tickets that an email to a partner is about, each with the report and the list of serial numbers that the email has as attachments. */
export function listAskedByMail(tx: CustomerTx, mailId: number) {
  return tx
    .selectFrom('documentExceptionMail as asked')
    .innerJoin('documentException', 'documentException.id', 'asked.documentExceptionId')
    .select(['documentException.ticketNumber', 'asked.report', 'asked.serials'])
    .where('asked.mailId', '=', mailId)
    .orderBy('asked.documentExceptionId')
    .execute()
}

/** The open tickets that were part of the same email as this ticket and are still waiting for an answer. */
export async function listAskedTogether(tx: CustomerTx, documentExceptionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct other.document_exception_id as id from document_exception_mail own
    join document_exception_mail other on other.customer_id = own.customer_id and other.mail_id = own.mail_id
      and other.document_exception_id <> own.document_exception_id and other.answered_at is null
    join document_exception x on x.customer_id = other.customer_id and x.id = other.document_exception_id and x.current_error_status = 'OPEN'
    where own.customer_id = current_customer_id() and own.document_exception_id = ${documentExceptionId} and own.answered_at is null
    order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Marks requests as answered, which stops their reminders. */
export async function markAnswered(tx: CustomerTx, documentExceptionId: number, at: Date): Promise<void> {
  await tx
    .updateTable('documentExceptionMail')
    .set({ answeredAt: at })
    .where('documentExceptionId', '=', documentExceptionId)
    .where('answeredAt', 'is', null)
    .execute()
}

/** The unanswered requests to partners that are due for a reminder; only the latest request of each ticket. */
export function listToRemind(tx: CustomerTx, today: string) {
  return tx
    .selectFrom('documentExceptionMail as asked')
    .innerJoin('documentException as ticket', 'ticket.id', 'asked.documentExceptionId')
    .innerJoin('mail', 'mail.id', 'asked.mailId')
    .select([
      'asked.id',
      'asked.documentExceptionId',
      'asked.mailId',
      'asked.wish',
      'asked.report',
      'asked.serials',
      'asked.at',
      'asked.userId',
      'ticket.ticketNumber',
      'mail.toAddresses',
      'mail.replyTo',
      'mail.subject',
      'mail.body',
    ])
    .where('asked.remindOn', '<=', today)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('documentExceptionMail as later')
            .select('later.id')
            .whereRef('later.documentExceptionId', '=', 'asked.documentExceptionId')
            .whereRef('later.id', '>', 'asked.id'),
        ),
      ),
    )
    .where('asked.remindedAt', 'is', null)
    .where('asked.answeredAt', 'is', null)
    .where('ticket.currentErrorStatus', '=', 'OPEN')
    .where('mail.status', '=', 'sent')
    .orderBy('asked.mailId')
    .orderBy('asked.documentExceptionId')
    .limit(500)
    .execute()
}

export async function markReminded(tx: CustomerTx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documentExceptionMail')
    .set({ remindedAt: at })
    .where('id', '=', id)
    .where('remindedAt', 'is', null)
    .where('answeredAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts a ticket's replies since this time: automatic replies if `isAutomatic`, otherwise replies from people. */
export async function countReplies(
  tx: CustomerTx,
  documentExceptionId: number,
  { since, isAutomatic }: { since: Date; isAutomatic: boolean },
): Promise<number> {
  const row = await tx
    .selectFrom('documentExceptionReply')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('documentExceptionId', '=', documentExceptionId)
    .where('at', '>=', since)
    .where('isAutomatic', '=', isAutomatic)
    .executeTakeFirstOrThrow()
  return row.amount
}

export async function isKnownReply(tx: CustomerTx, documentExceptionId: number, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('documentExceptionReply')
    .select('id')
    .where('documentExceptionId', '=', documentExceptionId)
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertReply(
  tx: CustomerTx,
  row: { documentExceptionId: number; entryId: number; messageId: string; fromAddress: string; isAutomatic: boolean; at: Date },
): Promise<void> {
  await tx.insertInto('documentExceptionReply').values(row).execute()
}

/**
 * Finds the person in whose name a partner's file is uploaded: the active person who asked the partner last or, if there is none, the customer's
 * admin.
 */
export async function findAsker(tx: CustomerTx, documentExceptionId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce((select a.user_id from document_exception_mail a join "user" u on u.customer_id = a.customer_id and u.id = a.user_id and u.is_active
        where a.customer_id = current_customer_id() and a.document_exception_id = x.id order by a.id desc limit 1), c.admin_id) as id
    from document_exception x join customer c on c.id = x.customer_id
    where x.customer_id = current_customer_id() and x.id = ${documentExceptionId}`.execute(tx)
  return rows[0]?.id ?? 0
}
