import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { BRINGS_BACK } from './departure.joins.ts'

export interface NewDeparture {
  shipmentId: number
  toName: string
  purpose: string
  leftAt: Date
  leftBy: string
}

/**
 * Records the packages of a shipment as departed. Returns the number that left with this shipment; a package that had already left stays with its
 * earlier shipment.
 */
export async function insertDepartures(tx: CustomerTx, { shipmentId, toName, purpose, leftAt, leftBy }: NewDeparture): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with gone as (
      insert into departure (med_id, location_id, shipment_id, to_name, purpose, left_at, left_by)
      select x.med_id, x.location_id, x.shipment_id, ${toName}::text, ${purpose}::text, ${leftAt}::timestamptz, ${leftBy}::text
      from shipment_med x where x.customer_id = current_customer_id() and x.shipment_id = ${shipmentId} order by x.med_id
      on conflict do nothing returning 1
    ) select count(*)::int as amount from gone`.execute(tx)
  return rows[0]?.amount ?? 0
}

/**
 * Puts a voided shipment's packages back into stock. Returns how many came back with this call; packages that had already come back, here or at
 * another location, don't count.
 */
export async function updateVoided(tx: CustomerTx, shipmentId: number, at: Date): Promise<number> {
  const result = await tx
    .updateTable('departure')
    .set({ backAt: at, backHow: 'voided' })
    .where('shipmentId', '=', shipmentId)
    .where('backAt', 'is', null)
    .where('elsewhereReceiptId', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export interface TakenBack {
  shipmentId: number
  medIds: readonly number[]
  at: Date
  by: string
  reason: string
}

export async function updateTakenBack(tx: CustomerTx, { shipmentId, medIds, at, by, reason }: TakenBack): Promise<void> {
  await tx
    .updateTable('departure')
    .set({ backAt: at, backHow: 'takenBack', backBy: by, backReason: reason })
    .where('shipmentId', '=', shipmentId)
    .where('medId', 'in', [...medIds])
    .where('backAt', 'is', null)
    .execute()
}

/**
 * If a receipt at one location contains packages that another location had sent away, records the receipt with those departures. The location that
 * sent a package away still counts it as away. Departures to the customer's own locations are left out, because those packages stay where they
 * arrived.
 */
export async function updateElsewhere(tx: CustomerTx, { documentId, receiptId }: { documentId: number; receiptId: number }): Promise<void> {
  await sql`update departure as g set elsewhere_receipt_id = ${receiptId}
    from document_med d join med here on here.customer_id = d.customer_id and here.id = d.med_id
    join med m on m.customer_id = here.customer_id and m.gtin = here.gtin and m.serial_number = here.serial_number and m.location_id <> here.location_id
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.receipt_id = ${receiptId} and not d.is_package
      and g.customer_id = m.customer_id and g.med_id = m.id and g.back_at is null and g.elsewhere_receipt_id is null and g.purpose <> 'own'
      and ${BRINGS_BACK}`.execute(tx)
}

export interface Undone {
  documentId: number
  /** The receipt that is undone; if undefined, all receipts of the document are undone. */
  receiptId?: number
  /** The lines on which receipts are undone, as a multirange; undefined for all lines. */
  lines?: string
}

/**
 * Lists the ids of the receipts that are being undone. If a receipt was copied from a replaced order, also lists the receipt from which it was
 * copied.
 */
export async function listUndone(tx: CustomerTx, { documentId, receiptId }: Undone): Promise<number[]> {
  const which = receiptId === undefined ? sql`r.document_id = ${documentId}` : sql`r.id = ${receiptId}`
  const { rows } = await sql<{ id: number }>`
    with recursive chain (id, moved_from_id) as (
      select r.id, r.moved_from_id from receipt r where r.customer_id = current_customer_id() and ${which}
      union
      select r.id, r.moved_from_id from chain c join receipt r on r.customer_id = current_customer_id() and r.id = c.moved_from_id
    )
    select id from chain`.execute(tx)
  return rows.map(({ id }) => id)
}

const linesOf = ({
  documentId,
  lines,
}: Undone) => sql`d.customer_id = current_customer_id() and d.document_id = ${documentId} and not d.is_package
    ${lines === undefined ? sql`` : sql`and d.line <@ ${lines}::int4multirange`}`

/**
 * Called when receipts are undone: reopens the departures of these lines' packages that the receipts had ended. A departure stays ended if the
 * package has left again since, or if it was received again with another order after it left.
 */
export async function updateReopened(tx: CustomerTx, undone: Undone, receiptIds: readonly number[]): Promise<void> {
  await sql`update departure as g set back_at = null, back_how = null, back_receipt_id = null
    where g.customer_id = current_customer_id() and g.back_receipt_id = any (${[...receiptIds]}::bigint[])
      and g.med_id in (select d.med_id from document_med d where ${linesOf(undone)})
      and not exists (select from departure newer where newer.customer_id = current_customer_id() and newer.med_id = g.med_id and newer.id > g.id)
      and not exists (select from document_med other join receipt r on r.customer_id = other.customer_id and r.id = other.receipt_id
        join "order" o on o.customer_id = other.customer_id and o.id = other.document_id and o.voided_at is null
        where other.customer_id = current_customer_id() and other.med_id = g.med_id and other.document_id <> ${undone.documentId} and r.at > g.left_at)`.execute(
    tx,
  )
}

/**
 * After a receipt at another location was undone, clears `elsewhere_receipt_id` on the departures that point to it. Only departures of packages whose
 * receipt was undone change; GTIN and serial number identify a package.
 */
export async function updateNotElsewhere(tx: CustomerTx, undone: Undone, receiptIds: readonly number[]): Promise<void> {
  await sql`update departure as g set elsewhere_receipt_id = null from med m
    where g.customer_id = current_customer_id() and g.elsewhere_receipt_id = any (${[...receiptIds]}::bigint[])
      and m.customer_id = g.customer_id and m.id = g.med_id
      and exists (select from document_med d join med here on here.customer_id = d.customer_id and here.id = d.med_id
        where ${linesOf(undone)} and here.gtin = m.gtin and here.serial_number = m.serial_number)`.execute(tx)
}

export interface Arrival {
  shipmentId: number
  /** The customer's own location that is the receiver of the shipment. */
  locationId: number
  sentAt: Date
  /** The packages to look for; undefined: any package of the shipment. */
  medIds?: readonly number[]
}

/** Whether, after the shipment was sent, one of its packages was received or typed in at the location to which it was sent. */
export async function hasArrived(tx: CustomerTx, { shipmentId, locationId, sentAt, medIds }: Arrival): Promise<boolean> {
  const { rows } = await sql<{ arrived: boolean }>`
    select exists (select from departure g join med m on m.customer_id = g.customer_id and m.id = g.med_id
      join med there on there.customer_id = m.customer_id and there.location_id = ${locationId} and there.gtin = m.gtin and there.serial_number = m.serial_number
      where g.customer_id = current_customer_id() and g.shipment_id = ${shipmentId} and g.back_at is null
        ${medIds === undefined ? sql`` : sql`and g.med_id = any (${[...medIds]}::bigint[])`}
        and (not there.is_epcis_generated and there.voided_at is null and there.created_at >= ${sentAt}
          or exists (select from document_med d join receipt r on r.customer_id = d.customer_id and r.id = d.receipt_id
            join "order" o on o.customer_id = d.customer_id and o.id = d.document_id and o.voided_at is null
            where d.customer_id = current_customer_id() and d.med_id = there.id and r.at >= ${sentAt}))) as arrived`.execute(tx)
  return rows[0]?.arrived ?? false
}
