import { sql } from 'kysely'
import type { CustomerTx, SystemTx } from '../db/types.ts'

/**
 * Enqueues a job in the caller's transaction, so the job exists if and only if its data does. The job runs for the customer and user of the
 * transaction's scope (none in a system transaction).
 *
 * @param options.queue jobs of one queue run one after the other, so that one customer's files don't delay others.
 * @param options.key at most one waiting job has this key; the newer payload replaces the older.
 */
export async function enqueue(
  tx: CustomerTx | SystemTx,
  name: string,
  payload: Record<string, unknown>,
  { key, queue }: { key?: string; queue?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.enqueue(${name}::text, ${JSON.stringify(payload)}::json, ${key ?? null}::text, ${queue ?? null}::text)`.execute(
    tx,
  )
}
