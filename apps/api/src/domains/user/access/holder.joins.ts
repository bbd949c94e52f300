import type { Permission } from '@seriatim/schema'
import { sql } from 'kysely'
import { collectPermissions } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'

interface Person {
  id: number
  emailAddress: string
  isCustomerAdmin: boolean
  locations: { locationId: number; isAdmin: boolean }[]
}

/** The active people who have a right at a location; null: at any location. */
export async function listRightHolders(
  tx: CustomerTx,
  right: Permission,
  locationId: number | null,
): Promise<Pick<Person, 'id' | 'emailAddress'>[]> {
  const { rows } = await sql<Person>`
    select u.id::int as id, u.email_address as "emailAddress", u.id = c.admin_id as "isCustomerAdmin",
      coalesce(json_agg(json_build_object('locationId', a.location_id, 'isAdmin', a.is_admin)) filter (where a.location_id is not null), '[]') as locations
    from "user" u join customer c on c.id = u.customer_id
    left join user_location a on a.customer_id = u.customer_id and a.user_id = u.id
    where u.customer_id = current_customer_id() and u.is_active and u.joined_at is not null and u.withdrawn_at is null
    group by u.id, u.email_address, c.admin_id order by u.id`.execute(tx)
  return rows.filter((person) => {
    const places = collectPermissions(person).get(right)
    return places === 'all' || (places !== undefined && (locationId === null || places.includes(locationId)))
  })
}
