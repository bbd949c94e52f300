import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** When the person last lost access to each location, from the audit trail. */
export const selectLastRemovals = (userId: number) => sql<{ locationId: number; at: Date }>`
    select (detail ->> 'locationId')::bigint as "locationId", max(at) as at from audit
    where customer_id = current_customer_id() and subject = 'user' and subject_id = ${userId} and action = 'access.remove'
    group by 1`

export function findInviter(tx: CustomerTx, userId: number): Promise<{ firstName: string; lastName: string } | null> {
  return tx
    .selectFrom('user')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirst()
    .then((row) => row ?? null)
}

/** The status of an email: `waiting`, `sent` or `failed`; null if there is no such email. */
export async function findMailState(tx: CustomerTx, mailId: number): Promise<string | null> {
  return (await tx.selectFrom('mail').select('status').where('id', '=', mailId).executeTakeFirst())?.status ?? null
}
