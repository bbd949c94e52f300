import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface Stop {
  choice: 'hold' | 'receive' | 'unasked'
  reason: string
  at: Date
  firstName: string | null
  lastName: string | null
}

/** What was decided of an order, or of the one whose place it took. */
export async function findStop(tx: CustomerTx, documentId: number): Promise<Stop | undefined> {
  const { rows } = await sql<Stop>`
    select s.choice, s.reason, s.at, u.first_name as "firstName", u.last_name as "lastName" from partner_stop s
    left join "user" u on u.customer_id = s.customer_id and u.id = s.user_id
    where s.customer_id = current_customer_id() and (s.document_id = ${documentId}
      or s.document_id in (select o.id from "order" o where o.customer_id = current_customer_id() and o.replaced_by_id = ${documentId}))
    order by s.choice = 'unasked', s.document_id desc limit 1`.execute(tx)
  return rows[0]
}

/** Of an order, without what its document holds: receiving asks with each scan. */
export async function findSenderGln(tx: CustomerTx, documentId: number): Promise<string | null> {
  const row = await tx.selectFrom('epcisDocument').select('senderGln').where('id', '=', documentId).executeTakeFirst()
  return row?.senderGln ?? null
}

interface NewStop {
  documentId: number
  locationId: number
  status: string
  choice: Stop['choice']
  reason: string
  at: Date
  userId: number
}

/** @returns false: somebody has decided already. */
export async function insertStop(tx: CustomerTx, { documentId, locationId, ...values }: NewStop): Promise<boolean> {
  const row = await tx
    .insertInto('partnerStop')
    .values({ documentId, locationId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'documentId']).doUpdateSet(values).where('partnerStop.choice', '=', 'unasked'),
    )
    .returning('documentId')
    .executeTakeFirst()
  return row !== undefined
}
