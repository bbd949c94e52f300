import type { ReceivedHow } from '@seriatim/schema'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { receiptContents } from '../../../db/receipt-contents.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { DEPARTURE_OF_MED, type Departure, HAS_SENT, IS_LINE_DEPARTED, returnMarkedMeds } from '../../departure/departure.joins.ts'

/** Selects lines of a document for a receipt. Selected lines that are not shipped meds are ignored. */
export type LineChoice =
  | { all: true }
  | { ranges: readonly (readonly [from: number, to: number])[] }
  | { lines: readonly number[] }
  | { productIds: readonly number[]; gtin?: string | undefined }

function chosen(lines: LineChoice): RawBuilder<boolean> {
  if ('all' in lines) return sql`true`
  if ('lines' in lines) return sql`d.line = any(${[...lines.lines]}::int[])`
  if ('ranges' in lines) {
    if (!lines.ranges.length) return sql`false`
    const [first, ...rest] = lines.ranges
    if (first && !rest.length) return sql`d.line between ${first[0]}::int and ${first[1]}::int`
    return sql`exists (select from unnest(${lines.ranges.map((range) => range[0])}::int[], ${lines.ranges.map((range) => range[1])}::int[]) as r (a, b) where d.line between r.a and r.b)`
  }
  const ofProduct = sql<boolean>`d.epcis_med_vocabulary_id = any(${[...lines.productIds]}::bigint[])`
  if (!lines.gtin) return ofProduct
  return sql`${ofProduct} and exists (select from med m where m.customer_id = current_customer_id() and m.id = d.med_id and m.gtin = ${lines.gtin})`
}

/**
 * Condition for the chosen meds `d` of an order. It states the customer's id explicitly, because it is used in raw SQL, which the automatic filter
 * by customer does not cover. The queries that use it are raw because they aggregate and unnest multiranges.
 */
const meds = (documentId: number, lines: LineChoice): RawBuilder<boolean> =>
  sql`d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.is_shipped and not d.is_package and ${chosen(lines)}`

/**
 * Counts of an order's lines by state, and the lines of each state. A line on hold counts only as `held`, so receiving the open lines can never
 * include it.
 */
export interface LineCounts {
  open: number
  already: number
  expired: number
  /** Open lines as a multirange, `{[0,12)}`; null if there are none. */
  lines: string | null
  /** Multirange of the lines that are still to be received but are on hold; null if there are none. */
  held: string | null
  /** Multirange of the open lines that are not on hold but cannot be received until somebody answers a scan stop; null if there are none. */
  stopped: string | null
  /**
   * Multirange of the open lines that are neither on hold nor stopped but cannot be received, because their packages left with a shipment and this
   * document does not bring them back; null if there are none.
   */
  away: string | null
}

export async function listSerials(tx: CustomerTx, documentId: number, lines: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select m.serial_number as serial from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange order by d.line limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.serial)
}

export interface DepartedMed {
  gtin: string | null
  serialNumber: string
  departure: Departure | null
}

/** The packages on these lines (a multirange) of a document, each with the shipment in which it left; null if it has not left. */
export async function listDeparted(tx: CustomerTx, documentId: number, lines: string, limit: number): Promise<DepartedMed[]> {
  const { rows } = await sql<DepartedMed>`
    select m.gtin, m.serial_number as "serialNumber", ${DEPARTURE_OF_MED} as departure
    from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange order by d.line limit ${limit}`.execute(
    tx,
  )
  return rows
}

/**
 * Computes the effect of receiving these lines. `today` decides which packages are expired; `isHeld` selects the lines of `d` that are on hold;
 * `blocked` is a multirange of lines to exclude.
 */
export async function previewReceipt(
  tx: CustomerTx,
  documentId: number,
  lines: LineChoice,
  { today, isHeld, blocked }: { today: string; isHeld: Expression<boolean>; blocked: RawBuilder<string> | string },
): Promise<LineCounts> {
  const { rows } = await sql<LineCounts>`
    select count(*) filter (where is_free)::int as open, count(*) filter (where not is_open)::int as already,
      count(*) filter (where is_free and expiration_date < ${today}::date)::int as expired,
      (range_agg(int4range(line, line, '[]')) filter (where is_free))::text as lines,
      (range_agg(int4range(line, line, '[]')) filter (where is_open and is_held))::text as held,
      (range_agg(int4range(line, line, '[]')) filter (where is_open and not is_held and is_blocked))::text as stopped,
      (range_agg(int4range(line, line, '[]')) filter (where is_open and not is_held and not is_blocked and is_away))::text as away
    from (select *, is_open and not is_held and not is_blocked and not is_away as is_free
      from (select d.line, d.expiration_date, d.receipt_id is null as is_open, ${isHeld} as is_held, d.line <@ (${blocked})::int4multirange as is_blocked,
          ${IS_LINE_DEPARTED} as is_away
        from document_med d where ${meds(documentId, lines)}) chosen) judged`.execute(tx)
  return rows[0] ?? { open: 0, already: 0, expired: 0, lines: null, held: null, stopped: null, away: null }
}

/** Reads one line of an order, with the values that the caller copies into the stop that it records for the scan. */
export function findLine(tx: CustomerTx, documentId: number, line: number) {
  return tx
    .selectFrom('documentMed as d')
    .innerJoin('med as m', 'm.id', 'd.medId')
    .select(['d.line', 'd.lastLine', 'd.medId', 'd.lotNumber', 'd.expirationDate', 'd.receiptId', 'm.gtin', 'm.serialNumber'])
    .where('d.documentId', '=', documentId)
    .where('d.line', '=', line)
    .executeTakeFirst()
}

export async function listProductIds(tx: CustomerTx, documentId: number, lines: LineChoice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct d.epcis_med_vocabulary_id as id from document_med d where ${meds(documentId, lines)}`.execute(tx)
  return rows.map((row) => row.id)
}

export interface NewReceipt {
  documentId: number
  locationId: number
  userId: number
  at: Date
  how: ReceivedHow
  amount: number
  lines: string
  undoesId?: number
  reason?: string | null
}

export async function insertReceipt(tx: CustomerTx, row: NewReceipt): Promise<number> {
  const { id } = await tx.insertInto('receipt').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Writes a receipt with all its effects: marks its lines (`lines` is a multirange of open, shipped meds), receives their meds by `receiveMeds`, and
 * updates the order's counts. `hasSent` in the result tells whether any location of the customer has sent shipments; if so, the packages may have
 * left another location. One statement does all of this, because every scan runs it. It uses subqueries instead of joins, because the planner has no
 * statistics about a new document.
 */
export async function receiveLines(
  tx: CustomerTx,
  { documentId, locationId, userId, at, how, amount, lines, reason = null }: NewReceipt,
  receiveMeds: RawBuilder<unknown>,
): Promise<{ receiptId: number; hasSent: boolean }> {
  const range = sql`${lines}::int4multirange`
  const { rows } = await sql<{ id: number; hasSent: boolean }>`
    with made as (
      insert into receipt (document_id, location_id, user_id, at, how, amount, lines, reason)
      values (${documentId}, ${locationId}, ${userId}, ${at}, ${how}, ${amount}, ${lines}, ${reason}) returning id
    ), marked as (
      update document_med as d set receipt_id = (select id from made)
      where d.customer_id = current_customer_id() and d.document_id = ${documentId}
        and d.line >= lower(${range}) and d.line < upper(${range}) and d.line <@ ${range} and d.receipt_id is null
      returning d.med_id
    ), received as (${receiveMeds}), returned as (${returnMarkedMeds(documentId, at)}), counted as (
      update "order" as o set amount_received = o.amount_received + ${amount} where o.customer_id = current_customer_id() and o.id = ${documentId}
    )
    select id, ${HAS_SENT} as "hasSent" from made`.execute(tx)
  return { receiptId: Number(rows[0]?.id), hasSent: rows[0]?.hasSent ?? false }
}

export interface NewReceiptLabel {
  receiptId: number
  locationId: number
  line: number
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  fileLotNumber: string | null
  fileExpirationDate: string | null
}

/** Stores those labels of received packages that differ from the document. */
export async function insertReceiptLabels(tx: CustomerTx, rows: readonly NewReceiptLabel[]): Promise<void> {
  const batch = 1000
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('receiptLabel')
      .values(rows.slice(from, from + batch))
      .execute()
}

export function listReceiptLabels(tx: CustomerTx, receiptIds: readonly number[]) {
  return tx
    .selectFrom('receiptLabel')
    .select(['receiptId', 'serialNumber', 'lotNumber', 'expirationDate', 'fileLotNumber', 'fileExpirationDate'])
    .where('receiptId', 'in', receiptIds.length ? [...receiptIds] : [0])
    .orderBy('receiptId')
    .orderBy('line')
    .execute()
}

export function findReceipt(tx: CustomerTx, documentId: number, id: number) {
  return tx
    .selectFrom('receipt')
    .selectAll()
    .where('documentId', '=', documentId)
    .where('id', '=', id)
    .where('undoesId', 'is', null)
    .executeTakeFirst()
}

/** For an undo: counts and lists those of the chosen lines that still count as received with this receipt. */
export async function countReceivable(
  tx: CustomerTx,
  documentId: number,
  receiptId: number,
  lines: LineChoice,
): Promise<{ amount: number; lines: string | null }> {
  const { rows } = await sql<{ amount: number; lines: string | null }>`
    select count(*)::int as amount, range_agg(int4range(d.line, d.line, '[]'))::text as lines
    from document_med d where ${meds(documentId, lines)} and d.receipt_id = ${receiptId}`.execute(tx)
  return rows[0] ?? { amount: 0, lines: null }
}

/** Marks as not received those of the given lines that were received with this receipt. */
export async function unmarkReceived(tx: CustomerTx, documentId: number, lines: LineChoice, receiptId: number): Promise<void> {
  await sql`update document_med as d set receipt_id = null where ${meds(documentId, lines)} and d.receipt_id = ${receiptId}`.execute(tx)
}

/** SQL for the contents of each row of `receipt`, such as the products that were received with it. */
const CONTENTS = receiptContents('receipt')

/**
 * Selects an order's newest receipts. `remaining` is the number of packages that still count as received with the receipt, because nobody has undone
 * it for them.
 */
export function selectLastReceipts(tx: CustomerTx, documentId: number, limit: number) {
  return tx
    .selectFrom('receipt')
    .innerJoin('user', 'user.id', 'receipt.userId')
    .select((eb) => [
      'receipt.id',
      'receipt.at',
      'receipt.userId',
      'receipt.how',
      'receipt.amount',
      'receipt.reason',
      'user.firstName',
      'user.lastName',
      eb
        .selectFrom('documentMed')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('documentMed.documentId', '=', documentId)
        .whereRef('documentMed.receiptId', '=', 'receipt.id')
        .as('remaining'),
      CONTENTS.products.as('products'),
      CONTENTS.serialNumber.as('serialNumber'),
      CONTENTS.medId.as('medId'),
    ])
    .where('receipt.documentId', '=', documentId)
    .where('receipt.undoesId', 'is', null)
    .orderBy('receipt.id', 'desc')
    .limit(limit)
}

export function selectChanges(tx: CustomerTx, documentId: number, after: number) {
  return tx
    .selectFrom('receipt')
    .innerJoin('user', 'user.id', 'receipt.userId')
    .select([
      'receipt.id',
      'receipt.at',
      'receipt.userId',
      'receipt.how',
      'receipt.undoesId',
      'receipt.lines',
      'user.firstName',
      'user.lastName',
    ])
    .where('receipt.documentId', '=', documentId)
    .where('receipt.id', '>', after)
    .orderBy('receipt.id')
    .limit(500)
}

/** Finds the user's newest receipt in this order by which at least one med is still received. The user may undo this receipt without a reason. */
export async function findLastReceipt(tx: CustomerTx, documentId: number, userId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('receipt')
    .select('receipt.id')
    .where('receipt.documentId', '=', documentId)
    .where('receipt.userId', '=', userId)
    .where('receipt.undoesId', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('documentMed')
          .select('documentMed.line')
          .where('documentMed.documentId', '=', documentId)
          .whereRef('documentMed.receiptId', '=', 'receipt.id'),
      ),
    )
    .orderBy('receipt.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export function selectReceipts(tx: CustomerTx, ids: readonly number[]) {
  return tx
    .selectFrom('receipt')
    .innerJoin('user', 'user.id', 'receipt.userId')
    .select(['receipt.id', 'receipt.at', 'receipt.how', 'receipt.userId', 'user.firstName', 'user.lastName'])
    .where('receipt.id', 'in', ids.length ? [...ids] : [0])
}

export function findReceipts(tx: CustomerTx, ids: readonly number[]) {
  return selectReceipts(tx, ids).execute()
}

/** A unit of a document that a scan can identify: a logistic unit by its SSCC, a med or a case by its serial number. */
export interface NamedUnit {
  sscc: string | null
  serialNumber: string | null
  gtin: string | null
  line: number
  lastLine: number
  isPackage: boolean
  medId: number | null
  lotNumber: string | null
  expirationDate: string | null
  regulatedProductName: string | null
}

/** Units of a document with one of these SSCCs or serial numbers. Each is looked up by itself, because a new document has no statistics. */
export async function findUnits(
  tx: CustomerTx,
  documentId: number,
  { ssccs, serialNumbers }: { ssccs: readonly string[]; serialNumbers: readonly string[] },
): Promise<NamedUnit[]> {
  const { rows } = await sql<NamedUnit>`
    select u.sscc, u."serialNumber", u.gtin, u.line, u.last_line as "lastLine", u.is_package as "isPackage", u.med_id as "medId", u.lot_number as "lotNumber",
      u.expiration_date as "expirationDate", (select p.regulated_product_name from epcis_med_vocabulary p
        where p.customer_id = current_customer_id() and p.id = u.epcis_med_vocabulary_id) as "regulatedProductName"
    from (
      select d.*, null as "serialNumber", null as gtin from unnest(${[...new Set(ssccs)]}::text[]) as said (sscc)
      cross join lateral (select * from document_med d where d.customer_id = current_customer_id() and d.sscc = said.sscc offset 0) d
      union all
      select d.*, m.serial_number, m.gtin from unnest(${[...new Set(serialNumbers)]}::text[]) as said (serial)
      cross join lateral (select * from med m where m.customer_id = current_customer_id() and m.serial_number = said.serial offset 0) m
      cross join lateral (select * from document_med d where d.customer_id = current_customer_id() and d.med_id = m.id offset 0) d
    ) u
    where u.document_id = ${documentId} order by u.line`.execute(tx)
  return rows
}

/** Distinct pairs of lot and expiration date among the meds in a case or pallet. */
export function listHeldLabels(tx: CustomerTx, documentId: number, { line, lastLine }: { line: number; lastLine: number }) {
  return tx
    .selectFrom('documentMed')
    .select(['lotNumber', 'expirationDate'])
    .distinct()
    .where('documentId', '=', documentId)
    .where('line', '>', line)
    .where('line', '<=', lastLine)
    .where('isPackage', '=', false)
    .orderBy('lotNumber')
    .orderBy('expirationDate')
    .execute()
}
