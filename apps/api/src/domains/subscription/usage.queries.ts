import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Open locations: a closed one needs no plan. */
export async function countOpenLocations(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('location')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

/** Bytes of documents and attachments that came since. */
export async function sumBytesSince(tx: CustomerTx, since: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from (
      select size from epcis_document where customer_id = current_customer_id() and time_stamp >= ${since}
      union all select size from med_attachment where customer_id = current_customer_id() and created_at >= ${since}
    ) came`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Meds that came on each day of the zone since `from`: listed by orders, and typed in. Days without any are left out. */
export async function countMedsByDay(tx: CustomerTx, from: Date, timeZone: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; amount: number }>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(amount)::int as amount from (
      select time_stamp as at, amount_of_meds as amount from "order"
        where customer_id = current_customer_id() and time_stamp >= ${from} and voided_at is null
      union all select dated_at, 1 from med
        where customer_id = current_customer_id() and not is_epcis_generated and dated_at >= ${from} and voided_at is null
    ) came group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.day, row.amount]))
}
