import type { LicenseKind } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface EndingLicense {
  id: number
  partnerId: number
  partnerName: string
  /** Null: the partner is of all locations. */
  locationId: number | null
  kind: LicenseKind
  number: string
  stateName: string | null
  validTo: string
}

/** Licenses of active partners that end from this day on, up to the last one, and that no other license of their kind and state follows; the first to end first. */
export async function listEnding(tx: CustomerTx, from: string, to: string): Promise<EndingLicense[]> {
  const { rows } = await sql<EndingLicense>`
    select l.id, p.id as "partnerId", p.name as "partnerName", p.location_id as "locationId", l.kind, l.number, s.name as "stateName",
      to_char(l.valid_to, 'YYYY-MM-DD') as "validTo"
    from partner_license l
    join trading_partner p on p.customer_id = l.customer_id and p.id = l.trading_partner_id and p.deactivated_at is null
    left join state s on s.id = l.state_id
    where l.customer_id = current_customer_id() and l.removed_at is null and l.valid_to between ${from}::date and ${to}::date
      and not exists (select from partner_license n where n.customer_id = l.customer_id and n.trading_partner_id = l.trading_partner_id and n.removed_at is null
        and n.kind = l.kind and n.state_id is not distinct from l.state_id and n.valid_from <= l.valid_to + 1 and (n.valid_to is null or n.valid_to > l.valid_to))
    order by l.valid_to, l.id`.execute(tx)
  return rows
}

/** Marks it as told; false when it was already. */
export async function markTold(
  tx: CustomerTx,
  row: { partnerLicenseId: number; validTo: string; days: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('licenseReminder')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whose day it is: the zone of the oldest open location. */
export async function findZone(tx: CustomerTx): Promise<string> {
  const row = await tx.selectFrom('location').select('timeZone').where('closedAt', 'is', null).orderBy('id').limit(1).executeTakeFirst()
  return row?.timeZone ?? 'UTC'
}
