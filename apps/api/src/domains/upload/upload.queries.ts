import type { CustomerTx } from '../../db/types.ts'
import { type Settled, selectUploads } from './upload.joins.ts'

export interface NewUpload extends Settled {
  documentExceptionId?: number
  /** If true, a single wrong event prevents everything in the file from being created. */
  isAllOrNothing?: boolean
  createdById: number
  /** Id of the door that the file came through; null or absent if it came through none. */
  doorId?: number | null
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

/**
 * Lists the newest uploads that a user may see: those that the user uploaded, those of the user's locations (decision 27), and those without a
 * location that arrived through an intake door of the user's locations. The query has to check this, because the table's policy checks only the
 * customer: an upload has no location until it is read.
 */
export function listUploads(
  tx: CustomerTx,
  { userId, locationIds, limit }: { userId: number; locationIds: readonly number[] | 'all'; limit: number },
) {
  let query = selectUploads(tx).orderBy('upload.createdAt', 'desc').orderBy('upload.id', 'desc').limit(limit)
  if (locationIds !== 'all') {
    const own = locationIds.length ? [...locationIds] : [0]
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('upload.doorId', 'is', null), eb('upload.createdById', '=', userId)]),
        eb('upload.locationId', 'in', own),
        eb.and([eb('upload.locationId', 'is', null), eb('intakeDoor.locationId', 'in', own)]),
      ]),
    )
  }
  return query.execute()
}
export type UploadRecord = Awaited<ReturnType<typeof listUploads>>[number]

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

/** Returns the ids of those of these uploads that are no longer being read. */
export async function listSettled(tx: CustomerTx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '<>', 'processing')
    .execute()
  return rows.map(({ id }) => id)
}
