import type { OrderSearch } from '@seriatim/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import { lockRow, lockRows } from '../../db/lock-row.ts'
import type { Tables } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'
import { sentToOf } from '../departure/departure.joins.ts'

export interface OrderFilter extends Omit<OrderSearch, 'docDateStart' | 'docDateEnd' | 'cursor'> {
  from: Date | null
  /** Exclusive. */
  to: Date | null
}

const COLUMNS = [
  'order.id',
  'order.locationId',
  'order.senderNames',
  'order.purchaseOrderNumbers',
  'order.timeStamp',
  'order.amountOfMeds',
  'order.amountReceived',
  'order.amountNotShipped',
  'order.amountHeld',
  'order.amountPending',
  'order.voidedAt',
  'order.closedAt',
  'documentException.id as ticketId',
  'documentException.ticketNumber',
  'documentException.rejects',
  'documentException.warnings',
] as const

/**
 * SQL expression for the id of the upload that created the order: the first one with the order's document. Later uploads of that document only refer
 * to the order, because it existed already.
 */
const uploadOf = sql<
  number | null
>`(select min(u.id) from upload u where u.customer_id = current_customer_id() and u.document_id = "order".id)`

const withFindings = (tx: CustomerTx) => tx.selectFrom('order').leftJoin('documentException', 'documentException.documentId', 'order.id')

/** Lists orders, newest first; one row more than `limit`, so that the caller can tell whether a next page exists. */
export function searchOrders(tx: CustomerTx, filter: OrderFilter, after: DateKey | undefined) {
  let query = narrow(withFindings(tx).select(COLUMNS).select(uploadOf.as('uploadId')), filter)
    .orderBy('order.timeStamp', 'desc')
    .orderBy('order.id', 'desc')
    .limit(filter.limit + 1)
  if (after) query = query.where(sql<boolean>`("order".time_stamp, "order".id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type OrderRecord = Awaited<ReturnType<typeof searchOrders>>[number]

export function sumOrders(tx: CustomerTx, filter: OrderFilter) {
  return narrow(
    tx
      .selectFrom('order')
      .select((eb) => [
        eb.fn.countAll<number>().as('orders'),
        eb.fn.countAll<number>().filterWhere('order.amountOfMeds', '=', eb.ref('order.amountReceived')).as('complete'),
        sql<number>`coalesce(sum("order".amount_of_meds), 0)::int`.as('amountOfMeds'),
        sql<number>`coalesce(sum("order".amount_of_meds - "order".amount_received), 0)::int`.as('amountNotReceived'),
      ]),
    filter,
  ).executeTakeFirstOrThrow()
}

/**
 * Adds the filter's conditions to a query. A sender's name must contain the text searched for, and a PO number must begin with it (rest.md); both
 * ignore case. Voided orders appear only in a list of voided orders.
 */
function narrow<DB extends Pick<Tables, 'order'>, O>(
  query: SelectQueryBuilder<DB, 'order', O>,
  filter: OrderFilter,
): SelectQueryBuilder<DB, 'order', O> {
  const { from, to, senderName, purchaseOrderNumber, customerLocationId, tradingPartnerId, open, voided } = filter
  const conditions = [voided ? sql<boolean>`"order".voided_at is not null` : sql<boolean>`"order".voided_at is null`]
  if (from) conditions.push(sql`"order".time_stamp >= ${from}`)
  if (to) conditions.push(sql`"order".time_stamp < ${to}`)
  if (senderName)
    conditions.push(
      sql`exists (select from unnest("order".sender_names) as name where position(lower(${senderName}::text) in lower(name)) > 0)`,
    )
  if (purchaseOrderNumber)
    conditions.push(
      sql`exists (select from unnest("order".purchase_order_numbers) as number where starts_with(lower(number), lower(${purchaseOrderNumber}::text)))`,
    )
  if (customerLocationId) conditions.push(sql`"order".location_id = ${customerLocationId}`)
  // Uses `in`, not `exists`: few orders match the sender, and they are found by a separate index.
  if (tradingPartnerId)
    conditions.push(sql`"order".id in (select d.id from partner_gln g
      join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id
      join epcis_document d on d.customer_id = g.customer_id and d.sender_gln = g.global_location_number
      where g.customer_id = current_customer_id() and p.id = ${tradingPartnerId} and (p.location_id is null or p.location_id = d.location_id))`)
  if (open) conditions.push(sql`"order".amount_received < "order".amount_of_meds and "order".closed_at is null`)
  return query.where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
}

export function selectOrder(tx: CustomerTx, documentId: number) {
  return withFindings(tx)
    .innerJoin('epcisDocument', 'epcisDocument.id', 'order.id')
    .leftJoin('user as corrector', (join) =>
      join.on((eb) => eb('corrector.id', '=', eb.fn.coalesce('order.voidedById', 'order.closedById'))),
    )
    .select([
      ...COLUMNS,
      uploadOf.as('uploadId'),
      'order.placedBy',
      'order.packages',
      'order.cases',
      'order.pallets',
      'order.voidReason',
      'order.replacedById',
      'order.closeReason',
      'corrector.firstName as correctorFirstName',
      'corrector.lastName as correctorLastName',
      'epcisDocument.filename',
      'epcisDocument.instanceIdentifier',
      'epcisDocument.documentCreated',
      'epcisDocument.transactionStatement',
      'epcisDocument.guidelineVersion',
      'epcisDocument.warnings as documentWarnings',
      'epcisDocument.dropShipment',
      'epcisDocument.guidelineFacts',
      'epcisDocument.senderGln',
      'epcisDocument.senderName',
      'epcisDocument.receiverGln',
      'epcisDocument.receiverName',
    ])
    .where('order.id', '=', documentId)
}

/** Selects the newest order in the chain of orders that replaced this one; no row if it was never replaced. */
export const selectSuccessor = (documentId: number) => sql<{ id: number }>`
    with recursive next as (
      select o.replaced_by_id as id, 1 as step from "order" o where o.customer_id = current_customer_id() and o.id = ${documentId} and o.voided_at is not null
      union all
      select o.replaced_by_id, n.step + 1 from next n join "order" o on o.customer_id = current_customer_id() and o.id = n.id
      where o.voided_at is not null and o.replaced_by_id is not null and n.step < 50
    )
    select id from next where id is not null order by step desc limit 1`

/** Selects the other orders from the same document that the transaction can see, without those that a corrected file replaced. */
export const selectParts = (documentId: number) => sql<{
  documentId: number
  customerLocationName: string
  senderName: string
  amountOfMeds: number
  isVoided: boolean
}>`
    select o.id as "documentId", l.name as "customerLocationName", o.sender_names[1] as "senderName", o.amount_of_meds as "amountOfMeds",
      o.voided_at is not null as "isVoided"
    from epcis_document own
    join epcis_document d on d.customer_id = own.customer_id and d.id <> own.id
      and (d.id = own.part_of_id or d.part_of_id = coalesce(own.part_of_id, own.id))
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.replaced_by_id is null
    join location l on l.customer_id = o.customer_id and l.id = o.location_id
    where own.customer_id = current_customer_id() and own.id = ${documentId} order by o.id`

/** Arrival time of the earliest order that this one replaced, directly or indirectly; null if it replaced none. */
export const selectFirstArrival = (documentId: number) => sql<{ at: Date | null }>`
    with recursive before as (
      select o.id, o.time_stamp, 1 as step from "order" o where o.customer_id = current_customer_id() and o.replaced_by_id = ${documentId}
      union all
      select o.id, o.time_stamp, b.step + 1 from before b join "order" o on o.customer_id = current_customer_id() and o.replaced_by_id = b.id
      where b.step < 50
    )
    select min(time_stamp) as at from before`

/**
 * Locks an order. Every call that receives packages of the order takes this lock first, so that the order's receipts are committed in the sequence of
 * their ids. Without `waitsForLock`, an interactive call fails with RowLockedError if another transaction has the lock.
 */
export function lockOrder(tx: CustomerTx, documentId: number, { waitsForLock = false } = {}) {
  const order = tx
    .selectFrom('order')
    .select(['id', 'locationId', 'amountOfMeds', 'amountReceived', 'voidedAt', 'closedAt', 'replacedById'])
    .where('id', '=', documentId)
  return lockRow(tx, order, { waitsForLock })
}

/** Locks in a fixed order, so that concurrent calls cannot deadlock. */
export function lockOrders(tx: CustomerTx, ids: readonly number[]): Promise<void> {
  const orders = tx
    .selectFrom('order')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
  return lockRows(tx, orders)
}

export async function updateAmountsHeld(tx: CustomerTx, rows: readonly { id: number; held: number; pending: number }[]): Promise<void> {
  await sql`update "order" o set amount_held = told.held, amount_pending = told.pending
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.held)}::int[], ${rows.map((row) => row.pending)}::int[])
      as told (id, held, pending)
    where o.customer_id = current_customer_id() and o.id = told.id`.execute(tx)
}

export async function addReceived(tx: CustomerTx, documentId: number, amount: number): Promise<void> {
  await tx
    .updateTable('order')
    .set((eb) => ({ amountReceived: eb('amountReceived', '+', amount) }))
    .where('id', '=', documentId)
    .execute()
}

export async function voidOrder(
  tx: CustomerTx,
  documentId: number,
  values: { voidedAt: Date; voidedById: number; voidReason: string },
): Promise<void> {
  await tx.updateTable('order').set(values).where('id', '=', documentId).execute()
}

export async function closeOrder(
  tx: CustomerTx,
  documentId: number,
  values: { closedAt: Date | null; closedById: number | null; closeReason: string | null },
): Promise<void> {
  await tx.updateTable('order').set(values).where('id', '=', documentId).execute()
}

const VOCABULARY_COLUMNS = [
  'epcisMedVocabulary.id',
  'epcisMedVocabulary.regulatedProductName',
  'epcisMedVocabulary.additionalTradeItemId',
  'epcisMedVocabulary.dosageFormType',
  'epcisMedVocabulary.strengthDescription',
  'epcisMedVocabulary.manufacturerOfTradeItemPartyName',
  'epcisMedVocabulary.netContentDescription',
  'epcisMedVocabulary.sgtin',
  'epcisMedVocabulary.gtin',
] as const

export function selectOrderProducts(tx: CustomerTx, ids: readonly number[]) {
  return tx
    .selectFrom('epcisMedVocabulary')
    .select(VOCABULARY_COLUMNS)
    .where('id', 'in', ids.length ? [...ids] : [0])
}

export function listProducts(tx: CustomerTx, ids: readonly number[]) {
  return selectOrderProducts(tx, ids).execute()
}

/** For each product, in the order of the document: the number of packages that the document ships, and the number of those that were received. */
export function selectProgress(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('documentMed')
    .select((eb) => ['epcisMedVocabularyId', eb.fn.countAll<number>().as('total'), eb.fn.count<number>('receiptId').as('received')])
    .where('documentId', '=', documentId)
    .where('isPackage', '=', false)
    .where('isShipped', '=', true)
    .groupBy('epcisMedVocabularyId')
    .orderBy((eb) => eb.fn.min('line'))
}

export const selectLastReceipt = (tx: CustomerTx, documentId: number) =>
  tx
    .selectFrom('receipt')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('documentId', '=', documentId)

/**
 * SQL for the receipt of a line's med, from any order. Null if the med has left and this line was not received, so that this order can receive the
 * med when it comes back.
 */
const RECEIVED_ANYWHERE = sql<
  number | null
>`case when line.receipt_id is null and med.receipt_id is not null and ${sentToOf('med')} is not null
    then null else med.receipt_id end`

const UNIT_COLUMNS = [
  'line.line',
  'line.lastLine',
  'line.parentLine',
  'line.sscc',
  'line.medId',
  'line.epcisMedVocabularyId',
  'line.lotNumber',
  'line.expirationDate',
  'line.isPackage',
  'line.isShipped',
  'line.meds',
  'line.children',
  'line.receiptId',
  'med.gtin',
  'med.serialNumber',
  RECEIVED_ANYWHERE.as('anyReceiptId'),
] as const

/** Lists up to `batch` lines of an order, beginning with line `from`, in the order of the document. Streams call it for one batch after the other. */
export function listLines(tx: CustomerTx, documentId: number, { from, batch }: { from: number; batch: number }) {
  return tx
    .selectFrom('documentMed as line')
    .leftJoin('med', 'med.id', 'line.medId')
    .select(UNIT_COLUMNS)
    .where('line.documentId', '=', documentId)
    .where('line.line', '>=', from)
    .orderBy('line.line')
    .limit(batch)
    .execute()
}
export type OrderLineRecord = Awaited<ReturnType<typeof listLines>>[number]

/**
 * Lists the lines directly inside a case or pallet, or the outermost lines if `parentLine` is null. Both lists are single ranges of an index whose
 * last column is the line.
 */
export function listChildLines(
  tx: CustomerTx,
  { documentId, parentLine, after, limit }: { documentId: number; parentLine: number | null; after: number; limit: number },
) {
  // Selects the number of received meds and the products in one subquery, so that a container's lines are read only once.
  const inside = sql<{ received: number; productIds: number[] | null }>`(
    select jsonb_build_object('received', count(d.receipt_id), 'productIds', array_agg(distinct d.epcis_med_vocabulary_id) filter (where not d.is_package))
    from document_med d where d.customer_id = current_customer_id() and d.document_id = line.document_id and d.line between line.line and line.last_line)`
  return tx
    .selectFrom('documentMed as line')
    .leftJoin('med', 'med.id', 'line.medId')
    .select(UNIT_COLUMNS)
    .select(inside.as('inside'))
    .where('line.documentId', '=', documentId)
    .where('line.parentLine', parentLine === null ? 'is' : '=', parentLine)
    .where('line.line', '>', after)
    .orderBy('line.line')
    .limit(limit + 1)
    .execute()
}

export function findMedElsewhere(
  tx: CustomerTx,
  { documentId, gtin, serialNumber }: { documentId: number; gtin: string | null; serialNumber: string },
) {
  let query = tx
    .selectFrom('med')
    .leftJoin('documentMed', 'documentMed.medId', 'med.id')
    .leftJoin('order', 'order.id', 'documentMed.documentId')
    .leftJoin('epcisMedVocabulary', 'epcisMedVocabulary.id', 'med.epcisMedVocabularyId')
    .select([
      'med.id as medId',
      'order.id as documentId',
      'order.purchaseOrderNumbers',
      'order.senderNames',
      'documentMed.receiptId',
      'epcisMedVocabulary.regulatedProductName as productName',
    ])
    .where('med.serialNumber', '=', serialNumber)
    .where((eb) => eb.or([eb('order.id', 'is', null), eb.and([eb('order.id', '<>', documentId), eb('order.voidedAt', 'is', null)])]))
    .orderBy('order.timeStamp', 'desc')
    .limit(10)
  if (gtin) query = query.where('med.gtin', '=', gtin)
  return query.execute()
}

/** Finds the ten newest other orders, voided ones excepted, that list a logistic unit. */
export async function findUnitElsewhere(tx: CustomerTx, { documentId, sscc }: { documentId: number; sscc: string }) {
  const rows = await tx
    .selectFrom('documentMed')
    .innerJoin('order', 'order.id', 'documentMed.documentId')
    .select(['order.id as documentId', 'order.purchaseOrderNumbers', 'order.senderNames'])
    .where('documentMed.sscc', '=', sscc)
    .where('order.id', '<>', documentId)
    .where('order.voidedAt', 'is', null)
    .orderBy('order.timeStamp', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => ({ ...row, medId: null, receiptId: null, productName: null }))
}
