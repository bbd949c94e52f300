import { type Expression, type Insertable, isExpression, sql } from 'kysely'
import type { EvidenceTable } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

export function findEvidence(tx: CustomerTx, id: number) {
  return tx.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUploadedEvidence(
  tx: CustomerTx,
  { userId, about, groupId, fileId }: { userId: number; about: string; groupId: string; fileId: string },
) {
  return tx
    .selectFrom('evidence')
    .selectAll()
    .where('createdById', '=', userId)
    .where('about', '=', about)
    .where('uploadGroup', '=', groupId)
    .where('uploadFile', '=', fileId)
    .executeTakeFirst()
}

export function insertEvidence(tx: CustomerTx, values: Omit<Insertable<EvidenceTable>, 'customerId' | 'id'>) {
  return tx.insertInto('evidence').values(values).returningAll().executeTakeFirstOrThrow()
}

/** What is told of these files, or of those that a query names; to be read together with what shows them. */
export const selectEvidence = (tx: CustomerTx, ids: readonly number[] | Expression<{ evidenceId: number | null }>) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'filename', 'contentType', 'size'])
    .where('id', 'in', sql<number>`(${isExpression(ids) ? ids : sql`select unnest(${[...ids]}::bigint[])`})`)

/** @returns the ids of what is another's now. */
export async function moveEvidence(
  tx: CustomerTx,
  from: { about: string; ids?: readonly number[] },
  to: { about: string; locationId: number | null },
): Promise<number[]> {
  let query = tx.updateTable('evidence').set(to).where('about', '=', from.about)
  if (from.ids) query = query.where('id', 'in', from.ids.length ? [...from.ids] : [0])
  return (await query.returning('id').execute()).map((row) => row.id)
}
