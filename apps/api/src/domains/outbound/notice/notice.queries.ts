import { type RawBuilder, sql } from 'kysely'
import type { Places } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'

export interface RecalledAtRecord {
  tradingPartnerId: number
  toName: string
  shipmentIds: number[]
  locationIds: number[]
  meds: number
}

/** Finds the partners that received packages of these departures from one of these locations, sorted by name, each with the number of packages. */
export async function listRecalledAt(tx: CustomerTx, departures: RawBuilder<{ id: number }>, places: Places): Promise<RecalledAtRecord[]> {
  const { rows } = await sql<RecalledAtRecord>`
    select s.trading_partner_id::int as "tradingPartnerId", p.name as "toName", array_agg(distinct s.id::int order by s.id::int) as "shipmentIds",
      array_agg(distinct s.location_id::int) as "locationIds", count(*)::int as meds
    from (${departures}) d
    join departure g on g.customer_id = current_customer_id() and g.id = d.id
    join shipment s on s.customer_id = current_customer_id() and s.id = g.shipment_id
    join trading_partner p on p.customer_id = current_customer_id() and p.id = s.trading_partner_id
    where ${places === 'all'} or s.location_id = any (${places === 'all' ? [] : [...places]}::bigint[])
    group by s.trading_partner_id, p.name order by lower(p.name), s.trading_partner_id`.execute(tx)
  return rows
}

export interface RecalledPackage {
  shipmentId: number
  productName: string | null
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
}

/** The packages of these shipments that a recall affects. `departures`: the query for the ids of all departures that the recall affects. */
export async function listRecalledPackages(
  tx: CustomerTx,
  departures: RawBuilder<{ id: number }>,
  shipmentIds: readonly number[],
): Promise<RecalledPackage[]> {
  const { rows } = await sql<RecalledPackage>`
    select g.shipment_id::int as "shipmentId", v.regulated_product_name as "productName", m.gtin, m.serial_number as "serialNumber", m.lot_number as "lotNumber",
      to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate"
    from (${departures}) d
    join departure g on g.customer_id = current_customer_id() and g.id = d.id and g.shipment_id = any (${[...shipmentIds]}::bigint[])
    join med m on m.customer_id = current_customer_id() and m.id = g.med_id
    left join epcis_med_vocabulary v on v.customer_id = current_customer_id() and v.id = m.epcis_med_vocabulary_id
    order by g.shipment_id, m.lot_number, m.serial_number`.execute(tx)
  return rows
}

/** Notices of a recall that were emailed to partners, newest first; at most 500. */
export const listNotices = (tx: CustomerTx, recallId: number) =>
  tx
    .selectFrom('recallNotice as n')
    .innerJoin('mail as m', 'm.id', 'n.mailId')
    .select(['n.id', 'n.tradingPartnerId', 'n.at', 'n.byName', 'n.toWords', 'n.meds', 'm.status', 'm.lastError'])
    .where('n.recallId', '=', recallId)
    .orderBy('n.id', 'desc')
    .limit(500)
    .execute()

export async function insertNotice(
  tx: CustomerTx,
  row: { recallId: number; tradingPartnerId: number; meds: number; at: Date; byName: string; toWords: string; mailId: number },
): Promise<void> {
  await tx.insertInto('recallNotice').values(row).execute()
}
