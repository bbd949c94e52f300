import { type CaptureBehavior, type DeliveryReceipt, outcomeWords, type StoredDelivery, TAKEN_FOR, writeFullName } from '@seriatim/schema'
import { must, mustOrOwn, type Session } from '../../call/access/access.ts'
import { type Actor, audit } from '../../call/audit.ts'
import type { SignedInContext } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx, FileArrival, UnpackedArrival } from '../../db/types.ts'
import { mustBeSubscribed } from '../entitlement/entitlement.service.ts'
import { claimOrderBytes } from '../file/file.service.ts'
import { parseOutcome } from '../upload/outcome.rules.ts'
import { registerFor } from '../upload/upload.service.ts'
import { expectStillActive } from '../user/user.service.ts'
import {
  findMessage,
  findMessageOfUpload,
  findSameMessage,
  insertMessage,
  type MessageRecord,
  markRepeated,
  type NewMessage,
} from './delivery.queries.ts'
import { isReadable, typeOfUpload } from './detected-type.ts'
import { lockDoor, markDoorUsed } from './door.queries.ts'
import { expectRoom } from './door-limit.service.ts'
import { intakeErrors } from './intake.facts.ts'

/**
 * Records a delivery whose bytes are stored, and passes it to the import if it can be read. The same bytes through the same door are the same
 * delivery: two concurrent requests wait for each other at the lock of these bytes.
 *
 * @param capture for an EPCIS capture: what to do if an event is wrong.
 * @throws AppError door_closed if the token was revoked while the file was arriving; door_full; not_subscribed.
 */
export function acceptDelivery(
  ctx: SignedInContext,
  session: Session,
  { seal, takenFor, ...file }: StoredDelivery,
  capture: CaptureBehavior | null = null,
) {
  return ctx.inTx('read write', async (tx) => {
    await mustBeSubscribed(tx, session.now)
    const fromName = await expectOpen(tx, session, ctx.request.address)
    const size = await claimOrderBytes(tx, session, ctx, { sha256: file.sha256, seal })
    const actor = { ...session, userId: session.doorId === undefined ? session.userId : null }
    const { isRepeated: _, ...taken } = await recordDelivery(tx, session, actor, {
      ...file,
      size,
      takenFor,
      capture,
      door: 'https',
      doorId: session.doorId ?? null,
      createdById: session.userId,
      fromName,
      fromAddress: ctx.request.address,
    })
    return taken
  })
}

/** A file whose bytes are stored, with its door and sender. */
export type ArrivedFile = Omit<NewMessage, 'receivedAt' | 'lastAt' | 'uploadId'>

/**
 * Writes the delivery and queues its import, whichever door it came through. The caller must hold the lock of the file's bytes. If the same bytes
 * came through this door before, only the repetition is recorded. @param from sender in the audit trail, by default the name of the door. @throws
 * AppError door_full.
 */
export async function recordDelivery(
  tx: CustomerTx,
  { customerId, now }: Pick<Session, 'customerId' | 'now'>,
  actor: Actor,
  { from, ...file }: ArrivedFile & { from?: string },
) {
  const { filename, contentType, size, sha256, takenFor, capture, createdById } = file
  const sender = from ?? file.fromName
  const known = await findSameMessage(tx, file)
  if (known) {
    await markRepeated(tx, known.id, now)
    await audit(tx, actor, { action: 'intake.deliver', subject: 'delivery', subjectId: known.id, detail: { from: sender, again: true } })
    return { ...known, receivedAt: known.receivedAt.toISOString(), isRepeated: true }
  }
  if (file.doorId !== null) await expectRoom(tx, { doorId: file.doorId, now, bytes: size })
  const stored = { filename, contentType, size, sha256 }
  const by = { customerId, now, userId: createdById, doorId: file.doorId }
  const uploadId = isReadable(takenFor) ? await registerFor(tx, by, { ...stored, isAllOrNothing: capture === 'rollback' }) : null
  const { id, receivedAt } = await insertMessage(tx, { ...file, uploadId, receivedAt: now, lastAt: now })
  const detail = { from: sender, filename, size, sha256, takenFor: TAKEN_FOR[takenFor], ...(capture && { capture }) }
  await audit(tx, actor, { action: 'intake.deliver', subject: 'delivery', subjectId: id, detail })
  return { id, receivedAt: receivedAt.toISOString(), size, sha256, takenFor, isRepeated: false }
}

/**
 * Returns the sender's name. Locks the sender's door, so that nobody can revoke it before the delivery is recorded.
 * @throws AppError door_closed if the door is revoked.
 */
async function expectOpen(tx: CustomerTx, session: Session, address: string): Promise<string> {
  if (session.doorId === undefined) {
    await expectStillActive(tx, session)
    return writeFullName(session)
  }
  const door = await lockDoor(tx, session.doorId)
  if (!door || door.revokedAt !== null) throw new AppError(intakeErrors.door_closed)
  await markDoorUsed(tx, door.id, session.now, address)
  return door.name
}

/** Records the arrival of a file that the domain `upload` received, for example through the web app. */
export async function recordArrival(tx: CustomerTx, { door, uploadId, file, from, at }: FileArrival): Promise<void> {
  const { outcome, ...kept } = file
  await insertMessage(tx, {
    ...kept,
    door,
    doorId: null,
    createdById: from.userId,
    fromName: from.name,
    fromAddress: null,
    receivedAt: at,
    lastAt: at,
    takenFor: typeOfUpload({ filename: file.filename, outcome }),
    uploadId,
    capture: null,
  })
}

/** Records each file of a zip as a separate delivery that has the zip's door and sender. */
export async function recordUnpacked(tx: CustomerTx, { uploadId, files, at }: UnpackedArrival): Promise<void> {
  const zip = await findMessageOfUpload(tx, uploadId)
  if (!zip) return
  for (const file of files) {
    const known = zip.doorId === null ? undefined : await findSameMessage(tx, { ...zip, sha256: file.sha256, capture: null })
    if (known) await markRepeated(tx, known.id, at)
    else await insertMessage(tx, { ...zip, ...file, receivedAt: at, lastAt: at, capture: null })
  }
}

/** The person who sent a delivery; null for a delivery through a door, which belongs to the door's location. */
export const ownerOf = ({ doorId, createdById }: Pick<MessageRecord, 'doorId' | 'createdById'>): number | null =>
  doorId === null ? createdById : null

export const outcomeOf = ({ kind, facts }: MessageRecord) => (kind === null ? null : parseOutcome({ kind, facts }))

/** The sentence about a file that was stored but not read. */
export const storedSentence = ({ takenFor }: Pick<MessageRecord, 'takenFor'>) =>
  `Stored, not read: this looks like ${TAKEN_FOR[takenFor]}. Somebody at the pharmacy can check it.`

/**
 * The outcome of a delivery, for the program that sent it.
 *
 * @throws AppError delivery_not_found for a delivery of another door or person.
 */
export async function readReceipt(tx: CustomerTx, session: Session, deliveryId: number): Promise<DeliveryReceipt> {
  const row = await findMessage(tx, deliveryId)
  const isOwn = row && (session.doorId === undefined ? ownerOf(row) === session.userId : row.doorId === session.doorId)
  if (!isOwn) throw new AppError(intakeErrors.delivery_not_found)
  if (session.doorId === undefined) mustOrOwn(session, 'intake:deliver', { ownerId: ownerOf(row), locationId: row.locationId })
  else must(session, 'intake:deliver', row.doorLocationId)
  const outcome = outcomeOf(row)
  return {
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    size: row.size,
    sha256: row.sha256,
    takenFor: row.takenFor,
    times: row.times,
    status: row.status ?? 'kept',
    message: outcome ? outcomeWords(outcome).sentence : storedSentence(row),
  }
}
