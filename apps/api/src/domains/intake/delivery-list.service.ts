import type { Delivery, DeliverySearch, Page, UploadOutcome } from '@seriatim/schema'
import { SNIFF_BYTES } from '@seriatim/schema'
import { may, mustOrOwn, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { SignedInContext } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { lockUploadedBytes, readFirstBytes } from '../file/file.service.ts'
import { releaseBytes } from '../file/packet.service.ts'
import { registerFor, retryUpload } from '../upload/upload.service.ts'
import { findMessage, listMessages, lockMessage, type MessageRecord, markRemoved, setMessageUpload } from './delivery.queries.ts'
import { outcomeOf, ownerOf } from './delivery.service.ts'
import { detectTypeOfBytes, isReadable } from './detected-type.ts'
import { toViewer } from './door.service.ts'
import { intakeErrors } from './intake.facts.ts'

/** Deliveries that the caller may see, newest first. */
export async function listDeliveries(tx: CustomerTx, session: Session, search: DeliverySearch): Promise<Page<Delivery>> {
  const rows = await listMessages(tx, toViewer(session), search, readCursor(search.cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, search.limit, (row): [string, number] => [row.receivedAt.toISOString(), row.id])
  return { items: items.map((row) => toDelivery(row, session)), nextCursor }
}

/** Whether to hide a document's ids because it went to a location that the caller cannot access (decision 27). */
const isHidden = ({ locationId }: MessageRecord, session: Session) => locationId !== null && !may(session, 'order:read', locationId)

function toDelivery(row: MessageRecord, session: Session): Delivery {
  const isElsewhere = isHidden(row, session)
  const outcome: UploadOutcome | null = isElsewhere ? { kind: 'elsewhere', facts: {} } : outcomeOf(row)
  return {
    id: row.id,
    door: row.door,
    doorId: row.doorId,
    from: row.fromName,
    address: row.fromAddress,
    authentication: row.authentication,
    receivedAt: row.receivedAt.toISOString(),
    times: row.times,
    filename: row.filename,
    size: row.size,
    sha256: row.sha256,
    takenFor: row.takenFor,
    status: isElsewhere ? 'elsewhere' : (row.status ?? 'kept'),
    outcome,
    uploadId: isElsewhere ? null : row.uploadId,
    documentId: isElsewhere ? null : row.orderId,
    ticketNumber: isElsewhere ? null : row.ticketNumber,
    removedAt: row.removedAt?.toISOString() ?? null,
    mayRemove: isRemovable(row) && (ownerOf(row) === session.userId || may(session, 'intake:manage', row.doorLocationId)),
    mayReplay:
      isReplayable(row) && isReadable(row.takenFor) && !isElsewhere && may(session, 'intake:manage', row.locationId ?? row.doorLocationId),
  }
}

const isReplayable = ({ sha256, status, removedAt }: MessageRecord) =>
  sha256 !== '' && removedAt === null && (status === null || status === 'exception' || status === 'stopped' || status === 'refused')

/** Whether the file is stored and no import refers to it. */
const isRemovable = ({ sha256, uploadId, removedAt }: MessageRecord) => sha256 !== '' && uploadId === null && removedAt === null

/** @throws AppError delivery_not_found for a delivery of another location. */
async function expectVisible(tx: CustomerTx, session: Session, deliveryId: number): Promise<MessageRecord> {
  const row = await findMessage(tx, deliveryId)
  const place = row && (row.locationId ?? row.doorLocationId)
  const isMine =
    row &&
    (session.scope === 'all' ||
      ownerOf(row) === session.userId ||
      (place !== null && place !== undefined && session.locationIds.includes(place)))
  if (!isMine || isHidden(row, session)) throw new AppError(intakeErrors.delivery_not_found)
  return row
}

/**
 * Imports a delivery again if it created no order, or if it was only stored and can be read now. Bytes that created an order are never imported
 * again.
 *
 * @throws AppError delivery_not_found, delivery_not_open, delivery_still_kept, delivery_without_bytes, delivery_removed.
 */
export async function replayDelivery(
  ctx: SignedInContext,
  session: Session,
  { deliveryId }: { deliveryId: number },
): Promise<{ ok: true }> {
  const first = await ctx.inTx('read only', (tx) => expectVisible(tx, session, deliveryId))
  expectBytes(first)
  const takenFor = detectTypeOfBytes(await readFirstBytes(ctx.storage, session.customerId, first.sha256, SNIFF_BYTES))
  return ctx.inTx('read write', async (tx) => {
    await lockMessage(tx, deliveryId)
    const row = await expectVisible(tx, session, deliveryId)
    mustOrOwn(session, 'intake:manage', { ownerId: ownerOf(row), locationId: row.locationId ?? row.doorLocationId })
    if (!isReplayable(row)) throw new AppError(intakeErrors.delivery_not_open)
    if (!isReadable(takenFor)) throw new AppError(intakeErrors.delivery_still_kept)
    if (row.uploadId !== null && row.status !== 'refused') await retryUpload(tx, session, row.uploadId)
    else {
      const { filename, contentType, sha256 } = row
      const size = await lockUploadedBytes(tx, ctx.storage, session, sha256)
      const by = { ...session, userId: row.createdById, doorId: row.doorId }
      const uploadId = await registerFor(tx, by, { filename, contentType, sha256, size })
      await setMessageUpload(tx, deliveryId, { uploadId, takenFor })
    }
    await audit(tx, session, { action: 'intake.replay', subject: 'delivery', subjectId: deliveryId })
    return { ok: true }
  })
}

/** Returns the file of a delivery as it was stored, with gzip already unpacked. */
export async function downloadDelivery(tx: CustomerTx, session: Session, { deliveryId }: { deliveryId: number }) {
  const row = await expectVisible(tx, session, deliveryId)
  mustOrOwn(session, 'intake:read', { ownerId: ownerOf(row), locationId: row.locationId ?? row.doorLocationId })
  expectBytes(row)
  await audit(tx, session, { action: 'intake.download', subject: 'delivery', subjectId: deliveryId, detail: { sha256: row.sha256 } })
  return { filename: row.filename, stored: { sha256: row.sha256, size: row.size } }
}

/**
 * Removes a file that was stored without being read. Its row stays and is marked; its bytes are released, and the sweep deletes them later unless
 * another row refers to them by then. @throws AppError delivery_not_found, delivery_in_use for a file that an import has read,
 * delivery_without_bytes, delivery_removed.
 */
export async function removeDeliveredFile(tx: CustomerTx, session: Session, { deliveryId }: { deliveryId: number }): Promise<{ ok: true }> {
  await lockMessage(tx, deliveryId)
  const row = await expectVisible(tx, session, deliveryId)
  mustOrOwn(session, 'intake:manage', { ownerId: ownerOf(row), locationId: row.doorLocationId })
  expectBytes(row)
  if (!isRemovable(row)) throw new AppError(intakeErrors.delivery_in_use)
  await markRemoved(tx, deliveryId, session.now)
  await releaseBytes(tx, [row], session.now)
  const { filename, sha256 } = row
  await audit(tx, session, { action: 'intake.removeFile', subject: 'delivery', subjectId: deliveryId, detail: { filename, sha256 } })
  return { ok: true }
}

/** @throws AppError delivery_without_bytes, delivery_removed. */
function expectBytes({ sha256, removedAt }: MessageRecord): void {
  if (sha256 === '') throw new AppError(intakeErrors.delivery_without_bytes)
  if (removedAt !== null) throw new AppError(intakeErrors.delivery_removed)
}
