import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Kind of sender; each kind is counted against its own limit. */
export type Writer = 'person' | 'program'

/** Whether the ticket already has a note, written at or after `since`, that says that emails from this kind of sender were dropped. */
export async function isLimitNoted(
  tx: CustomerTx,
  documentExceptionId: number,
  { since, writer }: { since: Date; writer: Writer },
): Promise<boolean> {
  const row = await tx
    .selectFrom('documentExceptionEntry')
    .select('id')
    .where('documentExceptionId', '=', documentExceptionId)
    .where('at', '>=', since)
    .where(sql`detail ->> 'tooMany'`, '=', writer)
    .executeTakeFirst()
  return row !== undefined
}
