import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface Stop {
  choice: 'hold' | 'receive' | 'unasked'
  reason: string
  at: Date
  firstName: string | null
  lastName: string | null
}

/**
 * What was decided of an order, or that one of those whose place it took may be received: that lets in the goods of a partner. A hold holds what the
 * first file named and no more, so whatever a corrected file adds is asked about.
 */
export async function findStop(tx: CustomerTx, documentId: number): Promise<Stop | undefined> {
  const { rows } = await sql<Stop>`
    with recursive line (id, back) as (
      select ${documentId}::bigint, 0
      union all
      select o.id, l.back + 1 from line l join "order" o on o.customer_id = current_customer_id() and o.replaced_by_id = l.id where l.back < 20
    )
    select s.choice, s.reason, s.at, u.first_name as "firstName", u.last_name as "lastName"
    from line l join partner_stop s on s.customer_id = current_customer_id() and s.document_id = l.id and (l.back = 0 or s.choice <> 'hold')
    left join "user" u on u.customer_id = s.customer_id and u.id = s.user_id
    order by s.choice = 'unasked', l.back limit 1`.execute(tx)
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
