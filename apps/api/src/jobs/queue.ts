import { sql } from 'kysely'
import type { CustomerTx, SystemTx } from '../db/types.ts'

/**
 * Enqueues a job in the caller's transaction, so the job exists if and only if its data does. The job runs for the customer and user of the
 * transaction's scope (none in a system transaction).
 *
 * @param options.queue jobs of one queue run one after the other, so that one customer's files don't delay others.
 * @param options.key at most one waiting job has this key; the newer payload and time replace the older.
 * @param options.delaySeconds the job runs no sooner. At most six hours (`cron.ts`).
 */
export async function enqueue(
  tx: CustomerTx | SystemTx,
  name: string,
  payload: Record<string, unknown>,
  { key, queue, delaySeconds }: { key?: string; queue?: string; delaySeconds?: number } = {},
): Promise<void> {
  const input = JSON.stringify(payload)
  await sql`select graphile_worker.enqueue(${name}::text, ${input}::json, ${key ?? null}::text, ${queue ?? null}::text, ${delaySeconds ?? null}::int)`.execute(
    tx,
  )
}
