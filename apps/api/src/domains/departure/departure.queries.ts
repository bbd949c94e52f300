import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface NewDeparture {
  shipmentId: number
  toName: string
  purpose: string
  leftAt: Date
  leftBy: string
}

/** Returns how many packages of the shipment left now; a package that had already left stays with its earlier shipment. */
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

/** Returns how many packages are back. */
export async function updateReturned(tx: CustomerTx, shipmentId: number, at: Date): Promise<number> {
  const result = await tx
    .updateTable('departure')
    .set({ backAt: at, backHow: 'voided' })
    .where('shipmentId', '=', shipmentId)
    .where('backAt', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
