import type { Insertable } from 'kysely'
import { type Expression, sql } from 'kysely'
import { lockRows } from '../../../db/lock-row.ts'
import type { Tables } from '../../../db/tables.ts'
import type { CustomerTx } from '../../../db/types.ts'

/** Returns the customer's next ticket number. Numbers have no gaps, so concurrent creators wait for each other. */
export async function nextTicketNumber(tx: CustomerTx): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into customer_counter (name, value) values ('ticket', 1001)
    on conflict (customer_id, name) do update set value = customer_counter.value + 1 returning value`.execute(tx)
  return rows[0]?.value ?? 0
}

export function findDocumentTicket(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('documentException')
    .select(['id', 'ticketNumber', 'currentErrorStatus', 'locationId'])
    .where('documentId', '=', documentId)
    .executeTakeFirst()
}

export async function insertTicket(tx: CustomerTx, row: Insertable<Tables['documentException']>): Promise<number> {
  const { id } = await tx.insertInto('documentException').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertStatus(tx: CustomerTx, row: Insertable<Tables['documentExceptionStatus']>): Promise<void> {
  await tx.insertInto('documentExceptionStatus').values(row).execute()
}

/** Called when a ticket gets its location. Sets the location in those entries of the ticket's status history that have none. */
export async function placeStatuses(tx: CustomerTx, documentExceptionId: number, locationId: number): Promise<void> {
  await tx
    .updateTable('documentExceptionStatus')
    .set({ locationId })
    .where('documentExceptionId', '=', documentExceptionId)
    .where('locationId', 'is', null)
    .execute()
}

export function findSettings(tx: CustomerTx) {
  return tx.selectFrom('exceptionSetting').select(['dueDays', 'remindDays']).executeTakeFirst()
}

/** Time zone for a ticket's dates: that of the ticket's location, or, if the ticket has none, that of the oldest open location. */
export const selectTicketZone = (locationId: number | null) => sql<{ zone: string }>`
    select l.time_zone as zone from location l where l.customer_id = current_customer_id() and (${locationId}::bigint is null or l.id = ${locationId})
    order by l.closed_at is null desc, l.id limit 1`

export async function findTicketZone(tx: CustomerTx, locationId: number | null): Promise<string> {
  const { rows } = await selectTicketZone(locationId).execute(tx)
  return rows[0]?.zone ?? 'UTC'
}

/** Data that a counter ticket copies from its order. */
export function findCounterOrder(tx: CustomerTx, orderId: number) {
  return tx
    .selectFrom('order')
    .innerJoin('epcisDocument', 'epcisDocument.id', 'order.id')
    .select([
      'order.id',
      'order.locationId',
      'order.senderNames',
      'order.purchaseOrderNumbers',
      'epcisDocument.senderGln',
      'epcisDocument.receiverGln',
      'epcisDocument.receiverName',
      'epcisDocument.instanceIdentifier',
    ])
    .where('order.id', '=', orderId)
    .executeTakeFirst()
}

/** Serializes the creation of tickets for this order. */
export function lockCounterOrder(tx: CustomerTx, orderId: number): Promise<void> {
  return lockRows(tx, tx.selectFrom('order').select('id').where('id', '=', orderId))
}

export function findOpenAtCounter(tx: CustomerTx, orderId: number, counterKind: 'unknownScan' | 'shortage') {
  return tx
    .selectFrom('documentException')
    .select(['id', 'ticketNumber'])
    .where('orderId', '=', orderId)
    .where('counterKind', '=', counterKind)
    .where('currentErrorStatus', '=', 'OPEN')
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

/** Maximum number of packages that a ticket names individually. */
export const NAMED = 10_000

export async function deleteItems(tx: CustomerTx, documentExceptionId: number): Promise<void> {
  await tx.deleteFrom('documentExceptionItem').where('documentExceptionId', '=', documentExceptionId).execute()
}

/** Adds to a ticket the meds of its order that have no receipt. */
export async function insertMissingItems(
  tx: CustomerTx,
  documentExceptionId: number,
  orderId: number,
  isMissing: Expression<boolean>,
): Promise<void> {
  await sql`with made as (
    insert into document_exception_item (document_exception_id, n, gtin, serial_number, lot_number, expiration_date, product_name)
    select ${documentExceptionId}::bigint, row_number() over (order by d.line), m.gtin, m.serial_number, d.lot_number, to_char(d.expiration_date, 'YYYY-MM-DD'),
      p.regulated_product_name
    from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    left join epcis_med_vocabulary p on p.customer_id = d.customer_id and p.id = d.epcis_med_vocabulary_id
    where d.customer_id = current_customer_id() and d.document_id = ${orderId} and ${isMissing}
    order by d.line limit ${NAMED} returning 1) select count(*) from made`.execute(tx)
}

export async function listProductNames(tx: CustomerTx, gtins: readonly string[]): Promise<Map<string, string>> {
  if (!gtins.length) return new Map()
  const rows = await tx
    .selectFrom('epcisMedVocabulary')
    .select(['gtin', 'regulatedProductName'])
    .where('gtin', 'in', [...gtins])
    .where('regulatedProductName', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ gtin, regulatedProductName }) => (gtin && regulatedProductName ? [[gtin, regulatedProductName]] : [])))
}

/**
 * Returns, as a multirange, the lines of an order that these events list, with the lines of everything packed in them; null if any of the events
 * lists no line of the order.
 */
export async function findTouchedLines(tx: CustomerTx, documentId: number, events: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ lines: string | null; amount: number }>`
    with named as (
      select e.lines from epcis_event e
      where e.customer_id = current_customer_id() and e.document_id = ${documentId} and e.event_number = any (${[...events]}::int[])
        and not isempty(e.lines)
    )
    select (select count(*)::int from named) as amount, range_agg(int4range(d.line, d.last_line, '[]'))::text as lines
    from (select range_agg(lines) as lines from named) told
    join document_med d on d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ told.lines`.execute(tx)
  const [row] = rows
  return row && row.amount === new Set(events).size ? row.lines : null
}

/**
 * Finds the lines of an order that belong to units listed in a ticket, with everything packed in these units, as a multirange; null if there are
 * none.
 */
export async function findItemLines(tx: CustomerTx, documentExceptionId: number, documentId: number): Promise<string | null> {
  const { rows } = await sql<{ lines: string | null }>`
    select range_agg(int4range(named.line, named.last_line, '[]'))::text as lines from document_exception_item i
    cross join lateral (
      select d.line, d.last_line from med m
      join document_med d on d.customer_id = m.customer_id and d.med_id = m.id and d.document_id = ${documentId}
      where m.customer_id = current_customer_id() and m.serial_number = i.serial_number and (i.gtin is null or m.gtin = i.gtin::bpchar)
      union all
      select d.line, d.last_line from document_med d
      where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.sscc = i.sscc::bpchar
      offset 0
    ) named
    where i.customer_id = current_customer_id() and i.document_exception_id = ${documentExceptionId}`.execute(tx)
  return rows[0]?.lines ?? null
}

/** Counts the meds on these lines of a document. `lines` is the text of a PostgreSQL int4multirange; cases and pallets are not counted. */
export async function countTicketMeds(tx: CustomerTx, documentId: number, lines: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(distinct d.med_id)::int as amount from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange and not d.is_package`.execute(
    tx,
  )
  return rows[0]?.amount ?? 0
}
