import type { ExceptionPerson } from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export async function setFollowing(
  tx: CustomerTx,
  row: { documentExceptionId: number; userId: number; since: Date },
  isFollowing: boolean,
): Promise<void> {
  const { documentExceptionId, userId } = row
  if (isFollowing)
    await tx
      .insertInto('documentExceptionFollower')
      .values(row)
      .onConflict((conflict) => conflict.columns(['customerId', 'documentExceptionId', 'userId']).doNothing())
      .execute()
  else
    await tx
      .deleteFrom('documentExceptionFollower')
      .where('documentExceptionId', '=', documentExceptionId)
      .where('userId', '=', userId)
      .execute()
}

interface Person extends ExceptionPerson {
  emailAddress: string
}

/** SQL for the active followers of a ticket who can still see it. */
export const selectFollowers = (documentExceptionId: number) => sql<Person>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email_address as "emailAddress"
    from document_exception_follower f join document_exception x on x.customer_id = f.customer_id and x.id = f.document_exception_id
    join "user" u on u.customer_id = f.customer_id and u.id = f.user_id and u.is_active join customer c on c.id = u.customer_id
    where f.customer_id = current_customer_id() and f.document_exception_id = ${documentExceptionId} and ${maySee(sql`x.location_id`, sql`x.created_by_id`)}
    order by f.since, u.id`

export async function listFollowers(tx: CustomerTx, documentExceptionId: number): Promise<Person[]> {
  return (await selectFollowers(documentExceptionId).execute(tx)).rows
}

const maySee = (
  locationId: RawBuilder<unknown>,
  creatorId: RawBuilder<unknown>,
) => sql`(u.id = c.admin_id or (${locationId} is null and u.id = ${creatorId})
  or exists (select from user_location a where a.customer_id = current_customer_id() and a.user_id = u.id and a.location_id = ${locationId}))`

/** Active people who can see this location. Without a location, only the customer's admin and the uploader. */
export async function listPeopleAt(tx: CustomerTx, locationId: number | null, creatorId: number | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email_address as "emailAddress"
    from "user" u join customer c on c.id = u.customer_id
    where u.customer_id = current_customer_id() and u.is_active and u.joined_at is not null and u.withdrawn_at is null
      and ${maySee(sql`${locationId}::bigint`, sql`${creatorId}::bigint`)}
    order by lower(u.first_name), lower(u.last_name), u.id`.execute(tx)
  return rows
}
