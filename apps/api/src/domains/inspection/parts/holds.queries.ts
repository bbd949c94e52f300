import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { Selection } from '../selection.ts'

/** Investigations that were open at any time in the period, by id. */
export async function listInvestigationIds(tx: CustomerTx, { from, to }: Selection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select i.id from investigation i where i.customer_id = current_customer_id()
    and i.opened_at < ${to} and coalesce(i.ended_at, 'infinity'::timestamptz) >= ${from} order by i.id`.execute(tx)
  return rows.map(({ id }) => id)
}
