import { sql } from 'kysely'
import { lockRows } from '../../../db/lock-row.ts'
import type { CustomerTx } from '../../../db/types.ts'

/** Locks both orders, the lower id first, so that two calls never deadlock. */
export async function lockPair(tx: CustomerTx, ids: readonly [number, number]) {
  const pair = tx
    .selectFrom('order')
    .where('id', 'in', [...ids])
    .orderBy('id')
  await lockRows(tx, pair.select('id'))
  return pair.select(['id', 'locationId', 'amountOfMeds', 'amountReceived', 'voidedAt', 'replacedById']).execute()
}

export async function setReplaced(
  tx: CustomerTx,
  documentId: number,
  values: { voidedAt: Date | null; voidedById: number | null; voidReason: string | null; replacedById: number | null },
): Promise<void> {
  await tx.updateTable('order').set(values).where('id', '=', documentId).execute()
}

/**
 * The order and those that it replaced, directly or indirectly. This is a separate query, because a cluster does not allow recursion in a writing
 * statement.
 */
async function listBefore(tx: CustomerTx, documentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive before (id) as (
      select ${documentId}::bigint
      union
      select p.id from before b join "order" p on p.customer_id = current_customer_id() and p.replaced_by_id = b.id
    )
    select id from before`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Copies the receipts of packages that both orders list from the order `from` to the order `to`, with author, time and kind, so that they count as
 * received in `to` as well. In `from`, the receipts remain as history. With `onlyNew`, receipts that had been copied from `to` to `from` before are
 * left out. Without `onlyNew`, a package that has no receipt in `from` gets its receipt from an order that `from` replaced, directly or through
 * others. Returns the number of packages.
 */
export async function copyReceipts(tx: CustomerTx, from: number, to: number, { onlyNew }: { onlyNew: boolean }): Promise<number> {
  const which = onlyNew
    ? sql`and not exists (select from receipt f where f.customer_id = current_customer_id() and f.id = r.moved_from_id and f.document_id = ${to})`
    : sql``
  const before = onlyNew ? [from] : await listBefore(tx, from)
  const { rows } = await sql<{ amount: number }>`
    with shared as materialized (
      select distinct on (n.line) o.receipt_id, n.line from document_med o
      join document_med n on n.customer_id = o.customer_id and n.document_id = ${to} and n.med_id = o.med_id and n.receipt_id is null and n.is_shipped and not n.is_package
      join receipt r on r.customer_id = o.customer_id and r.id = o.receipt_id
      join med m on m.customer_id = o.customer_id and m.id = o.med_id
      where o.customer_id = current_customer_id() and o.document_id = any (${before}::bigint[]) and o.receipt_id is not null and not o.is_package
        and (o.document_id = ${from} or m.receipt_id = o.receipt_id) ${which}
      order by n.line, o.document_id = ${from} desc, o.document_id desc
    ), made as (
      insert into receipt (document_id, location_id, user_id, at, how, amount, lines, reason, moved_from_id)
      select ${to}::bigint, r.location_id, r.user_id, r.at, r.how, s.amount, s.lines, r.reason, r.id
      from (select receipt_id, count(*)::int as amount, range_agg(int4range(line, line, '[]')) as lines from shared group by receipt_id) s
      join receipt r on r.customer_id = current_customer_id() and r.id = s.receipt_id order by r.id
      returning id, moved_from_id
    ), marked as (
      update document_med n set receipt_id = m.id from shared s join made m on m.moved_from_id = s.receipt_id
      where n.customer_id = current_customer_id() and n.document_id = ${to} and n.line = s.line returning n.line
    ), counted as (select count(*)::int as amount from marked)
    update "order" o set amount_received = o.amount_received + c.amount from counted c
    where o.customer_id = current_customer_id() and o.id = ${to} returning c.amount`.execute(tx)
  return rows[0]?.amount ?? 0
}

/**
 * Lists the meds of an order that were received and that the order `other` does not list. `onlyHere` leaves out meds whose receipt was copied from a
 * replaced order.
 */
export async function listReceivedOnlyBy(tx: CustomerTx, documentId: number, other: number, { onlyHere = false } = {}) {
  const { rows } = await sql<{
    medId: number
    sscc: string | null
    gtin: string | null
    serialNumber: string
    lotNumber: string | null
    expirationDate: string | null
    productName: string | null
  }>`select m.id as "medId", d.sscc, m.gtin, m.serial_number as "serialNumber", d.lot_number as "lotNumber", to_char(d.expiration_date, 'YYYY-MM-DD') as "expirationDate",
      p.regulated_product_name as "productName"
    from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
    left join epcis_med_vocabulary p on p.customer_id = d.customer_id and p.id = d.epcis_med_vocabulary_id
    left join receipt r on r.customer_id = d.customer_id and r.id = d.receipt_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.receipt_id is not null and not d.is_package
      and (r.moved_from_id is null or ${!onlyHere})
      and not exists (select from document_med n where n.customer_id = current_customer_id() and n.document_id = ${other} and n.med_id = d.med_id and n.is_shipped)
    order by d.line`.execute(tx)
  return rows
}

/**
 * Called when a replaced order is restored. If a med's receipt was undone on the order that had replaced it (`other`), this undoes the med's receipt
 * on the restored order, too.
 * @returns the number of meds affected.
 */
export async function undoSameReceipts(tx: CustomerTx, documentId: number, other: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with undone as (
      update document_med o set receipt_id = null from document_med n
      where o.customer_id = current_customer_id() and o.document_id = ${documentId} and o.receipt_id is not null and not o.is_package
        and n.customer_id = o.customer_id and n.document_id = ${other} and n.med_id = o.med_id and n.is_shipped and n.receipt_id is null
      returning o.line
    ), counted as (select count(*)::int as amount from undone)
    update "order" o set amount_received = o.amount_received - c.amount from counted c
    where o.customer_id = current_customer_id() and o.id = ${documentId} returning c.amount`.execute(tx)
  return rows[0]?.amount ?? 0
}

/** Finds the latest receipt of an order at or after `since`, with the person who made it. Receipts that undo others don't count. */
export async function findLastReceiver(tx: CustomerTx, documentId: number, since: Date) {
  return tx
    .selectFrom('receipt')
    .innerJoin('user', 'user.id', 'receipt.userId')
    .select(['receipt.at', 'receipt.userId', 'user.firstName', 'user.lastName'])
    .where('receipt.documentId', '=', documentId)
    .where('receipt.undoesId', 'is', null)
    .where('receipt.at', '>=', since)
    .orderBy('receipt.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Forbids nested loops in query plans if `isOn`, otherwise allows them again. A new order has no statistics yet, so the planner would choose a nested
 * loop that scans the new order once for each line of the old one.
 */
export async function setNestedLoops(tx: CustomerTx, isOn: boolean): Promise<void> {
  if (isOn) await sql`set local enable_nestloop = off`.execute(tx)
  else await sql`set local enable_nestloop = on`.execute(tx)
}
