import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface Admin {
  emailAddress: string
  isCustomerAdmin: boolean
  /** Locations that the person administers. */
  locationIds: number[]
}

/** The active people who administer any location. */
export async function listAdmins(tx: CustomerTx): Promise<Admin[]> {
  const { rows } = await sql<Admin>`
    select u.email_address as "emailAddress", u.id = c.admin_id as "isCustomerAdmin",
      coalesce(array_agg(a.location_id) filter (where a.location_id is not null), '{}') as "locationIds"
    from "user" u join customer c on c.id = u.customer_id
    left join user_location a on a.customer_id = u.customer_id and a.user_id = u.id and a.is_admin
    where u.customer_id = current_customer_id() and u.is_active group by u.id, u.email_address, c.admin_id
    having u.id = c.admin_id or count(a.location_id) > 0 order by u.id`.execute(tx)
  return rows
}
