import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export async function isReader(tx: CustomerTx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('scorecardReader').select('userId').where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}

/**
 * Subscribes a user to the monthly email. Pass the last complete month as `sentMonth`: it counts as already sent, so the first email will be about
 * the current month.
 */
export async function insertReader(tx: CustomerTx, values: { userId: number; since: Date; sentMonth: string }): Promise<void> {
  await tx
    .insertInto('scorecardReader')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteReader(tx: CustomerTx, userId: number): Promise<void> {
  await tx.deleteFrom('scorecardReader').where('userId', '=', userId).execute()
}

export interface Reader {
  userId: number
  emailAddress: string
  isCustomerAdmin: boolean
  locationIds: number[]
}

/** The active people who want the email and have not received this month's yet, with the locations that they may see. */
export async function listReaders(tx: CustomerTx, month: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select r.user_id as "userId", u.email_address as "emailAddress", u.id = c.admin_id as "isCustomerAdmin",
      coalesce(array_agg(a.location_id) filter (where a.location_id is not null), '{}') as "locationIds"
    from scorecard_reader r
    join "user" u on u.customer_id = r.customer_id and u.id = r.user_id and u.is_active and u.withdrawn_at is null
    join customer c on c.id = u.customer_id
    left join user_location a on a.customer_id = u.customer_id and a.user_id = u.id
    where r.customer_id = current_customer_id() and (r.sent_month is null or r.sent_month < ${month})
    group by r.user_id, u.id, u.email_address, c.admin_id order by r.user_id`.execute(tx)
  return rows
}

export async function markSent(tx: CustomerTx, userId: number, sentMonth: string): Promise<void> {
  await tx.updateTable('scorecardReader').set({ sentMonth }).where('userId', '=', userId).execute()
}
