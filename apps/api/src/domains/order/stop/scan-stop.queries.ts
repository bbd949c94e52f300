import { BLOCKING_KINDS, type StopAnswer, type StopKind, type StoppedLines } from '@seriatim/schema'
import { type Expression, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { BlockingStop } from './scan-stop.rules.ts'

/** Subquery for a multirange of a document's lines that bulk receipts must leave out because of an unanswered scan stop; empty if there are none. */
export const selectBlockedLines = (documentId: number) => sql<string>`(
    select coalesce(range_agg(int4range(s.line, s.last_line, '[]')), '{}'::int4multirange) from scan_stop s
    where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.is_blocking)`

/**
 * Selects the lines that a bulk receipt would skip because of a stop, for the order's page. Each has the kind of its stop and, if a person answered
 * the stop, that answer.
 */
export const selectStoppedLines = (documentId: number) => sql<StoppedLines[number]>`
    select distinct on (s.line, s.last_line) s.line, s.last_line as "lastLine", s.kind, s.answer from scan_stop s
    where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.is_blocking
    order by s.line, s.last_line, s.kind = 'setAside', s.id desc limit 1000`

/** Number of open meds, other than held ones, that a stop excludes from bulk receipts; `isHeld` is evaluated on the lines `d`. */
export const selectStoppedAmount = (documentId: number, isHeld: Expression<boolean>) => sql<{ amount: number }>`
    select count(*)::int as amount from (select ${selectBlockedLines(documentId)} as lines) b
    join document_med d on d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ b.lines
    where d.is_shipped and not d.is_package and d.receipt_id is null and not ${isHeld}`

/** SQL condition: the line `d` of an order is a med that is still to be received: shipped, not received, not on hold and not excluded by a stop. */
export const selectMissing = (
  documentId: number,
  isHeld: Expression<boolean>,
) => sql<boolean>`d.is_shipped and not d.is_package and d.receipt_id is null
      and not ${isHeld} and not d.line <@ ${selectBlockedLines(documentId)}`

/** The stops that block any of these lines (a multirange). The caller has locked the order, so no stop is added in the meantime. */
export async function listBlocking(tx: CustomerTx, documentId: number, lines: string): Promise<BlockingStop[]> {
  const { rows } = await sql<BlockingStop>`
    select s.id, s.line, s.last_line as "lastLine", s.kind, s.answer, s.gtin, s.serial_number as "serialNumber", s.about from scan_stop s
    where s.customer_id = current_customer_id() and s.document_id = ${documentId} and s.is_blocking
      and int4range(s.line, s.last_line, '[]') && ${lines}::int4multirange order by s.line, s.id`.execute(tx)
  return rows
}

export interface StopUnit {
  line: number
  lastLine: number
  medId: number | null
  lotNumber: string | null
  expirationDate: string | null
}

export interface NewStopRow {
  documentId: number
  locationId: number
  kind: StopKind
  how: 'scan' | 'serial'
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  about: string | null
  at: Date
  recordedAt: Date
  scanKey: string | null
  userId: number
}

/**
 * Stores a stop. If its kind is a blocking one and the unit contains meds that are not received yet, the stop also excludes the unit from bulk
 * receipts (`isBlocking`).
 * @returns the stop's id; undefined if this device has already sent the stop.
 */
export async function insertScanStop(tx: CustomerTx, row: NewStopRow, unit: StopUnit | undefined): Promise<number | undefined> {
  const isBlocking =
    unit && BLOCKING_KINDS.has(row.kind)
      ? sql<boolean>`exists (select from document_med d where d.customer_id = current_customer_id() and d.document_id = ${row.documentId}
          and d.line between ${unit.line} and ${unit.lastLine} and d.is_shipped and not d.is_package and d.receipt_id is null)`
      : sql<boolean>`false`
  const made = await tx
    .insertInto('scanStop')
    .values({
      ...row,
      line: unit?.line ?? null,
      lastLine: unit?.lastLine ?? null,
      medId: unit?.medId ?? null,
      fileLotNumber: unit?.lotNumber ?? null,
      fileExpirationDate: unit?.expirationDate ?? null,
      isBlocking,
    })
    .onConflict((conflict) => conflict.columns(['customerId', 'userId', 'scanKey']).where('scanKey', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

interface Answering {
  answer: StopAnswer
  at: Date
  userId: number
  reason: string | null
  receiptId?: number
  documentExceptionId?: number
}

/**
 * Records an answer to stops. The answer `received` unblocks the unit; after any other answer, such as a ticket or a return to the sender, bulk
 * receipts still exclude the unit.
 */
export async function answerStops(
  tx: CustomerTx,
  ids: readonly number[],
  { answer, at, userId, reason, ...about }: Answering,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('scanStop')
    .set({ answer, answeredAt: at, answeredById: userId, answerReason: reason, isBlocking: answer !== 'received', ...about })
    .where('id', 'in', [...ids])
    .execute()
}

/** SQL expressions that tell whether something is on hold. The domain `hold` provides them, because this domain cannot read its tables. */
export interface HeldWords {
  /** Whether the med on line `d` of the query is on hold. */
  isHeld: Expression<boolean>
  /**
   * Subquery that yields who placed the newest hold on a unit, when and why (`placed_by_id`, `placed_at`, `reason`). The unit is row `s (document_id,
   * line, last_line)` of the surrounding query.
   */
  unitHold: Expression<unknown>
}

/**
 * Answers the open stops of these orders whose units are now all on hold: a held unit is not received, so nobody has to decide about it. The person
 * who placed the hold is recorded as the one who answered. Stops that were answered before keep their answers.
 */
export async function answerHeldStops(tx: CustomerTx, documentIds: readonly number[], { isHeld, unitHold }: HeldWords): Promise<void> {
  await sql`
    with answered as (
      select s.id, h.* from scan_stop s cross join lateral ${unitHold} h
      where s.customer_id = current_customer_id() and s.document_id = any (${[...documentIds]}::bigint[]) and s.is_blocking and s.answer is null
        and not exists (select from document_med d where d.customer_id = current_customer_id() and d.document_id = s.document_id
          and d.line between s.line and s.last_line and d.is_shipped and not d.is_package and d.receipt_id is null and not ${isHeld})
    )
    update scan_stop s set answer = 'held', is_blocking = false, answered_at = a.placed_at, answered_by_id = a.placed_by_id, answer_reason = a.reason
    from answered a where s.customer_id = current_customer_id() and s.id = a.id`.execute(tx)
}

/**
 * Reopens scan stops of these orders that were answered by putting the unit on hold. A stop is reopened if at least one package of its unit is
 * neither received nor on hold any more.
 */
export async function reopenReleasedStops(tx: CustomerTx, documentIds: readonly number[], isHeld: Expression<boolean>): Promise<void> {
  await sql`update scan_stop s set answer = null, answered_at = null, answered_by_id = null, answer_reason = null, is_blocking = true
    where s.customer_id = current_customer_id() and s.document_id = any (${[...documentIds]}::bigint[]) and s.answer = 'held'
      and exists (select from document_med d where d.customer_id = current_customer_id() and d.document_id = s.document_id
        and d.line between s.line and s.last_line and d.is_shipped and not d.is_package and d.receipt_id is null and not ${isHeld})`.execute(
    tx,
  )
}

/** After a receipt was undone for these lines (a multirange), reopens the scan stops on them that the receipt had answered. */
export async function reopenStops(tx: CustomerTx, receiptId: number, lines: string): Promise<void> {
  await sql`update scan_stop s set answer = null, answered_at = null, answered_by_id = null, answer_reason = null, receipt_id = null, is_blocking = true
    where s.customer_id = current_customer_id() and s.receipt_id = ${receiptId} and int4range(s.line, s.last_line, '[]') && ${lines}::int4multirange`.execute(
    tx,
  )
}

/** Unanswered stops of an order that block a unit with one of these serial numbers or SSCCs. */
export function listStopsOf(tx: CustomerTx, documentId: number, serialNumbers: readonly string[]) {
  return tx
    .selectFrom('scanStop')
    .select(['id', 'gtin', 'serialNumber'])
    .where('documentId', '=', documentId)
    .where('isBlocking', '=', true)
    .where('answer', 'is', null)
    .where('serialNumber', 'in', serialNumbers.length ? [...serialNumbers] : [''])
    .execute()
}

export function lockStop(tx: CustomerTx, documentId: number, id: number) {
  return tx
    .selectFrom('scanStop')
    .select(['id', 'locationId', 'serialNumber', 'gtin', 'kind', 'isBlocking', 'answer'])
    .where('documentId', '=', documentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Selects an order's stops: blocking ones first, then the rest, each newest first. */
export function selectStops(tx: CustomerTx, documentId: number, limit: number) {
  return tx
    .selectFrom('scanStop as s')
    .innerJoin('user as u', 'u.id', 's.userId')
    .leftJoin('user as a', 'a.id', 's.answeredById')
    .leftJoin('documentException as x', 'x.id', 's.documentExceptionId')
    .leftJoin('documentMed as d', (join) => join.onRef('d.documentId', '=', 's.documentId').onRef('d.line', '=', 's.line'))
    .leftJoin('epcisMedVocabulary as p', 'p.id', 'd.epcisMedVocabularyId')
    .select([
      's.id',
      's.line',
      's.lastLine',
      's.medId',
      's.kind',
      's.how',
      's.gtin',
      's.serialNumber',
      's.lotNumber',
      's.expirationDate',
      's.fileLotNumber',
      's.fileExpirationDate',
      's.about',
      's.at',
      's.userId',
      'u.firstName',
      'u.lastName',
      's.isBlocking',
      's.answer',
      's.answeredAt',
      'a.firstName as answererFirstName',
      'a.lastName as answererLastName',
      's.answerReason',
      's.documentExceptionId',
      'x.ticketNumber',
      'p.regulatedProductName as productName',
    ])
    .where('s.documentId', '=', documentId)
    .orderBy('s.isBlocking', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
}

/**
 * Copies the blocking stops of one order, and then their answers, to another order that lists the same units. Skips stops that the other order
 * already has. Skips a stop because of a label that differed from the file if the label matches the file of the other order.
 */
export async function copyStops(tx: CustomerTx, from: number, to: number): Promise<void> {
  await sql`
    insert into scan_stop (document_id, location_id, line, last_line, med_id, kind, how, gtin, serial_number, lot_number, expiration_date, file_lot_number,
      file_expiration_date, about, at, recorded_at, user_id, is_blocking, answer, answered_at, answered_by_id, answer_reason, document_exception_id)
    select ${to}::bigint, n.location_id, n.line, n.last_line, s.med_id, s.kind, s.how, s.gtin, s.serial_number, s.lot_number, s.expiration_date, n.lot_number,
      n.expiration_date, s.about, s.at, s.recorded_at, s.user_id, true, s.answer, s.answered_at, s.answered_by_id, s.answer_reason, s.document_exception_id
    from scan_stop s
    join document_med o on o.customer_id = s.customer_id and o.document_id = s.document_id and o.line = s.line
    join document_med n on n.customer_id = s.customer_id and n.document_id = ${to} and (n.med_id = o.med_id or n.sscc = o.sscc)
    where s.customer_id = current_customer_id() and s.document_id = ${from} and s.is_blocking
      and not (s.kind = 'differs' and not n.is_package
        and (s.lot_number is null or upper(btrim(s.lot_number)) is not distinct from upper(btrim(n.lot_number)))
        and (s.expiration_date is null or starts_with(to_char(n.expiration_date, 'YYYY-MM-DD'), s.expiration_date)))
      and not exists (select from scan_stop t where t.customer_id = current_customer_id() and t.document_id = ${to} and t.line = n.line and t.kind = s.kind and t.at = s.at)`.execute(
    tx,
  )
  await sql`
    update scan_stop t set is_blocking = s.is_blocking, answer = s.answer, answered_at = s.answered_at, answered_by_id = s.answered_by_id, answer_reason = s.answer_reason
    from scan_stop s
    where t.customer_id = current_customer_id() and t.document_id = ${to} and t.is_blocking and t.answer is null and s.customer_id = t.customer_id
      and s.document_id = ${from} and s.answer is not null and s.kind = t.kind and s.at = t.at and s.serial_number = t.serial_number and s.gtin is not distinct from t.gtin`.execute(
    tx,
  )
}

/** Counts the lines `d` of an order for which the condition `isMissing` is true, which means that the package did not arrive. */
export async function countMissing(tx: CustomerTx, orderId: number, isMissing: Expression<boolean>): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select count(*)::int as amount from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${orderId} and ${isMissing}`.execute(tx)
  return rows[0]?.amount ?? 0
}
