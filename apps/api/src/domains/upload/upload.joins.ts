import type { Insertable } from 'kysely'
import type { UploadTable } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

export type Settled = Pick<Insertable<UploadTable>, 'status' | 'kind' | 'facts'>

export const selectUploads = (tx: CustomerTx) =>
  tx
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.createdById')
    .leftJoin('epcisDocument', 'epcisDocument.id', 'upload.documentId')
    .leftJoin('order', 'order.id', 'upload.documentId')
    .leftJoin('documentException', 'documentException.documentId', 'upload.documentId')
    .leftJoin('jobProgress', 'jobProgress.uploadId', 'upload.id')
    .leftJoin('intakeDoor', 'intakeDoor.id', 'upload.doorId')
    .select([
      'upload.id',
      'upload.filename',
      'upload.contentType',
      'upload.size',
      'upload.sha256',
      'upload.status',
      'upload.kind',
      'upload.facts',
      'upload.createdAt',
      'upload.finishedAt',
      'upload.createdById',
      'upload.doorId',
      'intakeDoor.name as doorName',
      'intakeDoor.locationId as doorLocationId',
      'upload.documentId',
      'upload.isAllOrNothing',
      'upload.locationId',
      'upload.namedGlns',
      'user.firstName',
      'user.lastName',
      'documentException.ticketNumber',
      'documentException.rejects',
      'documentException.warnings',
      'documentException.findings',
      'documentException.truncated',
      'order.id as orderId',
      'order.purchaseOrderNumbers',
      'order.placedBy',
      'order.amountOfMeds',
      'order.packages',
      'order.amountNotShipped',
      'epcisDocument.senderName',
      'epcisDocument.senderGln',
      'epcisDocument.eventCount',
      'epcisDocument.seconds',
      'jobProgress.phase',
      'jobProgress.done',
      'jobProgress.total',
      'jobProgress.beganAt',
    ])

export async function updateUpload(
  tx: CustomerTx,
  id: number,
  values: Settled & {
    finishedAt?: Date | null
    documentId?: number | null
    locationId?: number | null
    namedGlns?: string[]
    namedPlaces?: string
  },
): Promise<void> {
  await tx.updateTable('upload').set(values).where('id', '=', id).execute()
  if (values.finishedAt) await tx.listeners.uploadSettled?.(tx, id)
}

export function findUpload(tx: CustomerTx, id: number) {
  return selectUploads(tx).where('upload.id', '=', id).executeTakeFirst()
}

export function lockUpload(tx: CustomerTx, id: number) {
  return tx.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Like `lockUpload`, for calls by people, who do not wait: undefined while an import holds the row. */
export function lockUploadIfFree(tx: CustomerTx, id: number) {
  return tx.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
}

/** Finds the location of the door that a file came through; null if it came through none, or through one for all locations. */
export async function findDoorLocation(tx: CustomerTx, doorId: number | null): Promise<number | null> {
  if (doorId === null) return null
  const door = await tx.selectFrom('intakeDoor').select('locationId').where('id', '=', doorId).executeTakeFirst()
  return door?.locationId ?? null
}

/** Writes the progress outside the import's transaction, so that others see it while the import is running. */
export async function saveProgress(
  tx: CustomerTx,
  row: { uploadId: number; phase: 'reading' | 'writing'; done: number; total: number; beganAt: Date; updatedAt: Date },
): Promise<void> {
  await tx
    .insertInto('jobProgress')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'uploadId'])
        .doUpdateSet({ phase: row.phase, done: row.done, total: row.total, updatedAt: row.updatedAt }),
    )
    .execute()
}

export async function deleteProgress(tx: CustomerTx, uploadId: number): Promise<void> {
  await tx.deleteFrom('jobProgress').where('uploadId', '=', uploadId).execute()
}
