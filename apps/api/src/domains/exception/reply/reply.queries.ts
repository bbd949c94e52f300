import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Who had too many mails: people and programs are counted apart. */
export type Writer = 'person' | 'program'

/** Whether the ticket has said since then that mails were not kept. */
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
