import type { Insertable } from 'kysely'
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
