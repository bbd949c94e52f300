import { LOCKS } from '@seriatim/db/advisory-locks'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { selectAttachments } from './attachment.joins.ts'

/**
 * Returns the id, location and serial number of a med; undefined if the caller may not see the med. Locks the med, so that no other call can add
 * attachments at the same time and exceed the limit.
 */
export function lockMedForFile(tx: CustomerTx, medId: number) {
  return tx.selectFrom('med').select(['id', 'locationId', 'serialNumber']).where('id', '=', medId).forNoKeyUpdate().executeTakeFirst()
}

export function findMed(tx: CustomerTx, medId: number) {
  return tx.selectFrom('med').select(['id', 'locationId']).where('id', '=', medId).executeTakeFirst()
}

export async function countAttachments(tx: CustomerTx, medId: number): Promise<number> {
  const row = await tx
    .selectFrom('medAttachment')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('medId', '=', medId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Finds the attachment that an upload became, unless it was deleted. */
export async function findUploaded(
  tx: CustomerTx,
  { userId, medId, groupId, fileId }: { userId: number; medId: number; groupId: string | null; fileId: string | null },
): Promise<number | undefined> {
  if (groupId === null || fileId === null) return undefined
  const row = await tx
    .selectFrom('medAttachment')
    .select('id')
    .where('createdById', '=', userId)
    .where('medId', '=', medId)
    .where('uploadGroup', '=', groupId)
    .where('uploadFile', '=', fileId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function lockQuota(tx: CustomerTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota ' || current_customer_id(), ${LOCKS.quota}::bigint))`.execute(tx)
}

interface NewAttachment {
  medId: number
  filename: string
  contentType: string
  size: number
  sha256: string
  createdAt: Date
  createdById: number
  uploadGroup: string | null
  uploadFile: string | null
}

export async function insertAttachment(tx: CustomerTx, values: NewAttachment): Promise<number> {
  const row = await tx.insertInto('medAttachment').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export function listAttachments(tx: CustomerTx, medId: number) {
  return selectAttachments(tx, medId).execute()
}

/** Finds an attachment. The query joins its med, so that only people who can see the med find the attachment. */
export function findAttachment(tx: CustomerTx, attachmentId: number) {
  return tx
    .selectFrom('medAttachment')
    .innerJoin('med', 'med.id', 'medAttachment.medId')
    .innerJoin('location', 'location.id', 'med.locationId')
    .select([
      'medAttachment.id',
      'medAttachment.medId',
      'medAttachment.filename',
      'medAttachment.contentType',
      'medAttachment.size',
      'medAttachment.sha256',
      'medAttachment.createdAt',
      'medAttachment.createdById',
      'med.locationId',
      'location.timeZone',
    ])
    .where('medAttachment.id', '=', attachmentId)
    .where('medAttachment.deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Marks an attachment as deleted; returns false if somebody else was faster. */
export async function markDeleted(
  tx: CustomerTx,
  attachmentId: number,
  { at, by, reason }: { at: Date; by: number; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('medAttachment')
    .set({ deletedAt: at, deletedById: by, deletionReason: reason })
    .where('id', '=', attachmentId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
