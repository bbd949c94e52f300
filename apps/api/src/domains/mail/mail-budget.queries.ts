import { LOCKS } from '@seriatim/db/advisory-locks'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export async function lockBudget(tx: CustomerTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail ' || current_customer_id(), ${LOCKS.mailBudget}::bigint))`.execute(tx)
}

/** Numbers of recipients of emails since a time: of emails from this user, and of emails from anybody at the customer. */
export async function sumRecipients(tx: CustomerTx, userId: number, since: Date): Promise<{ ofUser: number; ofCustomer: number }> {
  const row = await tx
    .selectFrom('mailBudget')
    .select((eb) => [
      eb.fn.sum<number | null>('recipients').filterWhere('userId', '=', userId).as('ofUser'),
      eb.fn.sum<number | null>('recipients').as('ofCustomer'),
    ])
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { ofUser: Number(row.ofUser ?? 0), ofCustomer: Number(row.ofCustomer ?? 0) }
}

export async function insertRecipients(tx: CustomerTx, values: { userId: number; at: Date; recipients: number }): Promise<void> {
  await tx.insertInto('mailBudget').values(values).execute()
}

export async function deleteRecipients(tx: CustomerTx, before: Date): Promise<void> {
  await tx.deleteFrom('mailBudget').where('at', '<', before).execute()
}
