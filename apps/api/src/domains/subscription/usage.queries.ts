import { sql } from 'kysely'
import { readInOneQuery } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'

/** Number of the customer's open locations. Closed ones need no plan. */
const selectOpenLocations = () => sql<{ amount: number }>`
  select count(*)::int as amount from location where customer_id = current_customer_id() and closed_at is null`

const selectBytesSince = (since: Date) => sql<{ bytes: number }>`
  select coalesce(sum(size), 0)::float8 as bytes from (
    select size from epcis_document where customer_id = current_customer_id() and time_stamp >= ${since}
    union all select size from med_attachment where customer_id = current_customer_id() and created_at >= ${since}
  ) came`

/** Number of meds listed by orders or typed in since `from`, by day in the time zone; days without any are left out. */
const selectMedsByDay = (from: Date, timeZone: string) => sql<{ day: string; amount: number }>`
  select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(amount)::int as amount from (
    select time_stamp as at, amount_of_meds as amount from "order"
      where customer_id = current_customer_id() and time_stamp >= ${from} and voided_at is null
    union all select dated_at, 1 from med
      where customer_id = current_customer_id() and not is_epcis_generated and dated_at >= ${from} and voided_at is null
  ) came group by 1`

/** The customer's usage that its plans limit, except storage. */
export async function readUsage(
  tx: CustomerTx,
  { bytesSince, daysSince, timeZone }: { bytesSince: Date; daysSince: Date; timeZone: string },
): Promise<{ locations: number; bytes: number; medsByDay: Map<string, number> }> {
  const { locations, bytes, days } = await readInOneQuery(tx, {
    locations: selectOpenLocations(),
    bytes: selectBytesSince(bytesSince),
    days: selectMedsByDay(daysSince, timeZone),
  })
  return {
    locations: locations[0]?.amount ?? 0,
    bytes: bytes[0]?.bytes ?? 0,
    medsByDay: new Map(days.map(({ day, amount }) => [day, amount])),
  }
}
