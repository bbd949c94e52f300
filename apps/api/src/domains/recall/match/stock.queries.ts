import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { CustomerTx } from '../../../db/types.ts'

export type StockRow = Insertable<Tables['stockLot']>

export interface StockGroup {
  locationId: number
  productId: number | null
  gtin: string | null
  ndc: string | null
  manufacturer: string | null
  lotNumber: string | null
  expirationDate: string | null
  amount: number
}

/** The shipped packages of a document, by product, lot and expiration date. These are only a few rows, even for many packages. */
export async function listDocumentGroups(tx: CustomerTx, documentId: number): Promise<StockGroup[]> {
  const { rows } = await sql<StockGroup>`
    select g.location_id as "locationId", g.epcis_med_vocabulary_id as "productId", p.gtin, p.additional_trade_item_id as ndc,
      p.manufacturer_of_trade_item_party_name as manufacturer, g.lot_number as "lotNumber", to_char(g.expiration_date, 'YYYY-MM-DD') as "expirationDate", g.amount
    from (select location_id, epcis_med_vocabulary_id, lot_number, expiration_date, count(*)::int as amount from document_med
      where customer_id = current_customer_id() and document_id = ${documentId} and is_shipped and not is_package and med_id is not null
      group by 1, 2, 3, 4) g
    left join epcis_med_vocabulary p on p.customer_id = current_customer_id() and p.id = g.epcis_med_vocabulary_id`.execute(tx)
  return rows
}

/**
 * Reads the candidates for the time at which the document's goods were shipped, best first: its first shipping event and its creation, both as
 * written in the document, and the time at which the order was stored.
 */
export async function findSent(
  tx: CustomerTx,
  documentId: number,
): Promise<{ eventTime: string | null; created: string | null; stored: Date } | undefined> {
  const { rows } = await sql<{ eventTime: string | null; created: string | null; stored: Date }>`
    select d.document_created as created, o.time_stamp as stored, (select e.event_time from epcis_event e where e.customer_id = current_customer_id()
      and e.document_id = o.id and e.biz_step like '%shipping' order by e.event_number limit 1) as "eventTime"
    from "order" o join epcis_document d on d.customer_id = o.customer_id and d.id = o.id
    where o.customer_id = current_customer_id() and o.id = ${documentId}`.execute(tx)
  return rows[0]
}

/** Typed-in meds of a location with these lots, by product, lot and expiration date. */
export async function listTypedGroups(
  tx: CustomerTx,
  locationId: number,
  lots: readonly (string | null)[],
): Promise<(StockGroup & { enteredAt: Date })[]> {
  const { rows } = await sql<StockGroup & { enteredAt: Date }>`
    select m.location_id as "locationId", m.epcis_med_vocabulary_id as "productId", coalesce(m.gtin, p.gtin) as gtin,
      coalesce(m.ndc, p.additional_trade_item_id) as ndc, p.manufacturer_of_trade_item_party_name as manufacturer, m.lot_number as "lotNumber",
      to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", count(*)::int as amount, min(m.created_at) as "enteredAt"
    from med m left join epcis_med_vocabulary p on p.customer_id = m.customer_id and p.id = m.epcis_med_vocabulary_id
    where m.customer_id = current_customer_id() and m.location_id = ${locationId} and not m.is_epcis_generated and m.voided_at is null
      and (m.lot_number = any (${lots.filter((lot) => lot !== null)}::text[]) or (${lots.includes(null)}::boolean and m.lot_number is null))
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

export interface KnownStock {
  id: number
  productId: number | null
  gtin: string | null
  ndc: string | null
  lotNumber: string | null
  expirationDate: string | null
  amount: number
}

export async function listTypedStock(tx: CustomerTx, locationId: number, lots: readonly (string | null)[]): Promise<KnownStock[]> {
  const { rows } = await sql<KnownStock>`
    select id, epcis_med_vocabulary_id as "productId", gtin, ndc, lot_number as "lotNumber", to_char(expiration_date, 'YYYY-MM-DD') as "expirationDate", amount
    from stock_lot where customer_id = current_customer_id() and location_id = ${locationId} and document_id is null
      and (lot_number = any (${lots.filter((lot) => lot !== null)}::text[]) or (${lots.includes(null)}::boolean and lot_number is null)) for update`.execute(
    tx,
  )
  return rows
}

/** Number of rows per statement, which can have at most 65,535 values. */
const ROWS = 3000

/** Inserts stock rows; existing ones stay unchanged. */
export async function insertStock(tx: CustomerTx, rows: readonly StockRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await tx
      .insertInto('stockLot')
      .values(rows.slice(from, from + ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function updateAmount(tx: CustomerTx, id: number, values: { amount: number; isMatched?: boolean }): Promise<void> {
  await tx.updateTable('stockLot').set(values).where('id', '=', id).execute()
}

/**
 * Lowers the number of packages stored for the lot and for its recall matches, so that later arrivals count as new. The number stored with a
 * dismissal stays unchanged.
 */
export async function reduceLotAmount(tx: CustomerTx, id: number, amount: number): Promise<void> {
  await updateAmount(tx, id, { amount })
  await tx.updateTable('recallMatch').set({ amount }).where('stockLotId', '=', id).where('amount', '>', amount).execute()
}

export async function hasStock(tx: CustomerTx, documentId: number): Promise<boolean> {
  return (await tx.selectFrom('stockLot').select('id').where('documentId', '=', documentId).limit(1).executeTakeFirst()) !== undefined
}

export async function hasTypedStock(tx: CustomerTx, locationId: number): Promise<boolean> {
  const { rows } =
    await sql`select from stock_lot where customer_id = current_customer_id() and location_id = ${locationId} and document_id is null limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Lists up to `limit` orders whose lots are not in the table `stock_lot`, because the orders are older than the recall feature. */
export async function listOrdersWithoutStock(tx: CustomerTx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select o.id from "order" o where o.customer_id = current_customer_id() and o.amount_of_meds > 0
    and not exists (select from stock_lot s where s.customer_id = current_customer_id() and s.document_id = o.id) order by o.id limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Lists the lots of unvoided typed-in meds, by location. */
export async function listTypedLots(tx: CustomerTx): Promise<{ locationId: number; lots: (string | null)[] }[]> {
  const { rows } = await sql<{
    locationId: number
    lots: (string | null)[]
  }>`select location_id as "locationId", array_agg(distinct lot_number) as lots
    from med where customer_id = current_customer_id() and not is_epcis_generated and voided_at is null group by 1`.execute(tx)
  return rows
}

/** Id of the customer to which the transaction is scoped. */
export async function getCustomerId(tx: CustomerTx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select current_customer_id() as id`.execute(tx)
  return rows[0]?.id ?? 0
}
