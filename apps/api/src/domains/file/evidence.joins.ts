import { type Expression, isExpression, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Selects name, type and size of files. With a subquery as `ids`, the files can be read in the same round trip as the rows that refer to them. */
export const selectEvidence = (tx: CustomerTx, ids: readonly number[] | Expression<{ evidenceId: number | null }>) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'filename', 'contentType', 'size'])
    .where('id', 'in', sql<number>`(${isExpression(ids) ? ids : sql`select unnest(${[...ids]}::bigint[])`})`)

/**
 * Moves files from one subject to another: all files of the subject or, if `from.ids` is given, only those with these ids. @returns the ids of the
 * moved files.
 */
export async function moveEvidence(
  tx: CustomerTx,
  from: { about: string; ids?: readonly number[] },
  to: { about: string; locationId: number | null },
): Promise<number[]> {
  let query = tx.updateTable('evidence').set(to).where('about', '=', from.about)
  if (from.ids) query = query.where('id', 'in', from.ids.length ? [...from.ids] : [0])
  return (await query.returning('id').execute()).map((row) => row.id)
}
