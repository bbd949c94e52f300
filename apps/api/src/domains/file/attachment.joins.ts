import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Total size in bytes of all files of the customer; equal bytes are stored and counted once. */
export function selectStored(tx: CustomerTx) {
  const files = tx
    .selectFrom('epcisDocument')
    .select(['sha256', 'size'])
    .union(tx.selectFrom('medAttachment').select(['sha256', 'size']))
    .union(tx.selectFrom('documentExceptionFile').select(['sha256', 'size']))
    .union(tx.selectFrom('evidence').select(['sha256', 'size']))
    .union(tx.selectFrom('medEmail').select(['pdfSha256 as sha256', 'pdfSize as size']))
    .union(tx.selectFrom('incidentReport').select(['pdfSha256 as sha256', 'pdfSize as size']))
    .union(tx.selectFrom('uploadPacket').select(['sha256', 'size']))
    .union(tx.selectFrom('leftover').select(['sha256', 'size']).where('size', '>', 0))
    .as('file')
  return tx.selectFrom(files).select((eb) => eb.fn.coalesce(eb.fn.sum<number>('file.size'), sql<number>`0`).as('bytes'))
}

/** Attachments that are not deleted, oldest first. */
export function selectAttachments(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('medAttachment')
    .leftJoin('user', 'user.id', 'medAttachment.createdById')
    .select([
      'medAttachment.id',
      'medAttachment.filename',
      'medAttachment.contentType',
      'medAttachment.size',
      'medAttachment.sha256',
      'medAttachment.createdAt',
      'medAttachment.createdById',
      'user.firstName',
      'user.lastName',
    ])
    .where('medAttachment.medId', '=', medId)
    .where('medAttachment.deletedAt', 'is', null)
    .orderBy('medAttachment.id')
}
