import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** The signed-in person with customer and locations, as `user/read/one/by/id` answers; undefined when deactivated. */
export async function findPerson(tx: CustomerTx, userId: number) {
  const person = await tx
    .selectFrom('user')
    .innerJoin('customer', 'customer.id', 'user.customerId')
    .select([
      'user.id',
      'user.firstName',
      'user.middleName',
      'user.lastName',
      'user.title',
      'user.emailAddress',
      'user.isActive',
      'user.suspectMedEmailAddress',
      'customer.id as customerId',
      'customer.name as customerName',
      'customer.adminId',
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!person?.isActive) return undefined
  const locations = await tx
    .selectFrom('userLocation')
    .innerJoin('location', 'location.id', 'userLocation.locationId')
    .select(['location.id', 'location.name', 'userLocation.isAdmin'])
    // Those that receive what this one owns (340B).
    .select(
      sql<number[]>`array(select o.id from location o where o.customer_id = location.customer_id and o.owner_location_id = location.id)`.as(
        'ownedIds',
      ),
    )
    .where('userLocation.userId', '=', userId)
    .orderBy('location.name')
    .execute()
  return { ...person, locations }
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>
