import { sql } from 'kysely'
import type { CustomerTx, SystemTx } from '../db/types.ts'

/**
 * Puts a job into the queue in the caller's transaction: it exists if and only if the data it works on does.
 * The job runs for the customer and user whose scope the transaction has (none in a system transaction).
 *
 * @param options.queue jobs of one queue run one after the other, so that one customer's files do not keep others waiting.
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
