import type { Insertable } from 'kysely'
import type { UploadTable } from '../../db/tables.ts'
import type { CustomerTx } from '../../db/types.ts'

type Settled = Pick<Insertable<UploadTable>, 'status' | 'kind' | 'facts'>

export interface NewUpload extends Settled {
  /** The ticket that it answers. */
  documentExceptionId?: number
  createdById: number
  filename: string
  contentType: string
  size: number
  sha256: string
  createdAt: Date
  finishedAt?: Date
}

export async function insertUpload(tx: CustomerTx, row: NewUpload): Promise<number> {
  const { id } = await tx
    .insertInto('upload')
    .values({ ...row, namedPlaces: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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
}

const shown = (tx: CustomerTx) =>
  tx
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.createdById')
    .leftJoin('epcisDocument', 'epcisDocument.id', 'upload.documentId')
    .leftJoin('order', 'order.id', 'upload.documentId')
    .leftJoin('documentException', 'documentException.documentId', 'upload.documentId')
    .leftJoin('jobProgress', 'jobProgress.uploadId', 'upload.id')
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
      'upload.documentId',
      'upload.locationId',
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

/**
 * The last uploads that a user may see: own ones, and those of the user's locations (decision 27). The table itself carries the customer
 * only, because an upload has no location before it is read.
 */
export function listUploads(
  tx: CustomerTx,
  { userId, locationIds, limit }: { userId: number; locationIds: readonly number[] | 'all'; limit: number },
) {
  let query = shown(tx).orderBy('upload.createdAt', 'desc').orderBy('upload.id', 'desc').limit(limit)
  if (locationIds !== 'all') {
    query = query.where((eb) =>
      eb.or([eb('upload.createdById', '=', userId), eb('upload.locationId', 'in', locationIds.length ? [...locationIds] : [0])]),
    )
  }
  return query.execute()
}
export type UploadRecord = Awaited<ReturnType<typeof listUploads>>[number]

export function findUpload(tx: CustomerTx, id: number) {
  return shown(tx).where('upload.id', '=', id).executeTakeFirst()
}

export function lockUpload(tx: CustomerTx, id: number) {
  return tx.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The same for people, who do not wait: undefined while an import holds the row. */
export function lockUploadIfFree(tx: CustomerTx, id: number) {
  return tx.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
}

export function findDocument(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('epcisDocument')
    .leftJoin('order', 'order.id', 'epcisDocument.id')
    .select([
      'epcisDocument.id',
      'epcisDocument.locationId',
      'epcisDocument.createdById',
      'epcisDocument.sha256',
      'epcisDocument.size',
      'epcisDocument.filename',
      'epcisDocument.contentType',
      'epcisDocument.timeStamp',
      'epcisDocument.senderName',
      'order.senderNames',
    ])
    .where('epcisDocument.id', '=', id)
    .executeTakeFirst()
}

/** Written apart from the import's own transaction, so that others see it while that is open. */
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

/** Those of these uploads that are not being read any more. */
export async function listSettled(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '<>', 'processing')
    .execute()
  return rows.map(({ id }) => id)
}
