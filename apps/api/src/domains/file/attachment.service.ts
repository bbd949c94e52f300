import { ATTACHMENT_BYTES, ATTACHMENTS_PER_MED, type Attachment } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { mayTakeBack } from '../../call/access/undo-right.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import type { Config } from '../../core/config.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { Secrets } from '../../core/secrets.ts'
import { makePersonName } from '../../core/text/person.ts'
import { type Together, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type Storage, TooLargeError } from '../../outside/storage.ts'
import { mustBeSubscribed } from '../entitlement/entitlement.service.ts'
import { type selectAttachments, selectStored } from './attachment.joins.ts'
import {
  countAttachments,
  findAttachment,
  findMed,
  findUploaded,
  insertAttachment,
  listAttachments,
  lockMedForFile,
  lockQuota,
  markDeleted,
} from './attachment.queries.ts'
import { detectType, TYPE_BYTES } from './attachment-type.ts'
import { fileErrors } from './file.facts.ts'
import { lockUploadedBytes, peekTypeBytes, readFirstBytes } from './file.service.ts'
import { safeName } from './file-name.rules.ts'
import type { PacketTarget } from './packet.service.ts'
import { expectSealedUpload, type IncomingFile, type SealedFile, sealUpload } from './upload-seal.ts'

/** The destination of an attachment's packets. */
export function attachmentTarget(ctx: Context, session: Session, medId: number): PacketTarget {
  return {
    scope: attachmentScope(medId),
    maxBytes: ATTACHMENT_BYTES,
    tooLarge: fileErrors.attachment_too_large,
    keep: (file) => keepAttachment(ctx, session, medId, file),
  }
}

/** Scope that keeps the packets of one med's attachments apart from those of another's. */
export const attachmentScope = (medId: number): string => `med ${medId} `

/**
 * Stores a file that is to become an attachment of the med. The returned seal proves that this server stored these bytes for this med.
 * @throws AppError attachment_empty, attachment_is_program, attachment_too_large; in these cases, nothing is stored.
 */
async function keepAttachment(ctx: Context, session: Session, medId: number, { filename, bytes }: IncomingFile): Promise<SealedFile> {
  const name = safeName(filename)
  const { head, rest } = await peekTypeBytes(bytes)
  const contentType = await detectAttachmentType(name, head)
  try {
    const stored = await ctx.storage.put(session.customerId, rest, { maxBytes: ATTACHMENT_BYTES })
    return { filename: name, contentType, ...stored, seal: sealUpload(ctx.secrets, session, `med ${medId}`, stored.sha256) }
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError(fileErrors.attachment_too_large, { cause: error })
    throw error
  }
}

/** Detects the type of a file by its bytes and its name. @throws AppError attachment_empty, attachment_is_program. */
export async function detectAttachmentType(name: string, head: Uint8Array): Promise<string> {
  const contentType = head.length ? await detectType(name, head) : undefined
  if (!contentType) throw new AppError(head.length ? fileErrors.attachment_is_program : fileErrors.attachment_empty)
  return contentType
}

/**
 * Checks, before the first byte is stored, that this med can take another attachment.
 *
 * @returns id of the attachment that this upload has already created, if its packets are sent again.
 */
export async function expectRoomForAttachment(
  tx: CustomerTx,
  session: Session,
  config: Config,
  { medId, groupId, fileId }: { medId: number; groupId: string; fileId: string },
): Promise<number | undefined> {
  const med = await findMed(tx, medId)
  if (!med) throw new AppError(coreErrors.pedigree_not_found)
  must(session, 'med:write', med.locationId)
  const known = await findUploaded(tx, { userId: session.userId, medId, groupId, fileId })
  if (known !== undefined) return known
  if ((await countAttachments(tx, medId)) >= ATTACHMENTS_PER_MED) throw new AppError(fileErrors.too_many_attachments)
  await expectStorageRoom(tx, session.now, config, 0)
  return undefined
}

/**
 * Checks that the subscriptions and the installation have room for another file.
 *
 * @throws AppError not_subscribed, storage_full
 */
export async function expectStorageRoom(tx: CustomerTx, now: Date, { storageQuotaBytes }: Config, bytes: number): Promise<void> {
  const { storageGb } = await mustBeSubscribed(tx, now)
  const allowed = storageGb === 'unlimited' ? storageQuotaBytes : Math.min(storageQuotaBytes, storageGb * 1024 ** 3)
  const used = Number((await selectStored(tx).executeTakeFirstOrThrow()).bytes)
  if (bytes ? used + bytes > allowed : used >= allowed) throw new AppError(fileErrors.storage_full)
}

interface StoredAttachment extends Pick<SealedFile, 'filename' | 'sha256' | 'seal'> {
  medId: number
  totalPackets: number
  groupId?: string | null | undefined
  fileId?: string | null | undefined
}

interface Keeping {
  storage: Storage
  secrets: Secrets
  config: Config
}

/**
 * Attaches a stored file to a med. The file is checked here again, however it was uploaded.
 *
 * @throws AppError pedigree_not_found, too_many_attachments, storage_full, attachment_empty, attachment_is_program, upload_not_found if the bytes
 * were not uploaded for this med by this user.
 */
export async function attachToMed(
  tx: CustomerTx,
  session: Session,
  { storage, secrets, config }: Keeping,
  { medId, filename, sha256, seal, totalPackets, groupId = null, fileId = null }: StoredAttachment,
) {
  const med = await lockMedForFile(tx, medId)
  if (!med) throw new AppError(coreErrors.pedigree_not_found)
  must(session, 'med:write', med.locationId)
  const known = await findUploaded(tx, { userId: session.userId, medId, groupId, fileId })
  if (known !== undefined) {
    auditNothing(session)
    return { received: totalPackets, totalPackets, attachmentId: known }
  }
  expectSealedUpload(secrets, session, `med ${medId}`, { sha256, seal })
  if ((await countAttachments(tx, medId)) >= ATTACHMENTS_PER_MED) throw new AppError(fileErrors.too_many_attachments)
  await lockQuota(tx)
  const size = await lockUploadedBytes(tx, storage, session, sha256)
  await expectStorageRoom(tx, session.now, config, size)
  const name = safeName(filename)
  const contentType = await detectAttachmentType(name, await readFirstBytes(storage, session.customerId, sha256, TYPE_BYTES))
  const values = {
    medId,
    filename: name,
    contentType,
    size,
    sha256,
    createdAt: session.now,
    createdById: session.userId,
    uploadGroup: groupId,
    uploadFile: fileId,
  }
  const attachmentId = await insertAttachment(tx, values)
  const detail = { attachmentId, filename: name, size, sha256 }
  await audit(tx, session, { action: 'med.attach', subject: 'med', subjectId: medId, detail })
  return { received: totalPackets, totalPackets, attachmentId }
}

type Row = Awaited<ReturnType<typeof listAttachments>>[number]

/** Attachments of one med ({@link selectAttachments}), oldest first, with the caller's rights on each. */
export function describeAttachments(
  session: Session,
  rows: Together<{ of: ReturnType<typeof selectAttachments> }>['of'],
  place: Place,
): Attachment[] {
  return withInstants(rows, 'createdAt').map((row) => ({
    id: row.id,
    filename: row.filename,
    contentType: row.contentType,
    timeStamp: row.createdAt.toISOString(),
    size: row.size,
    by: makePersonName(row),
    ...deletable(session, row, place),
  }))
}

interface Place {
  locationId: number
  timeZone: string
}

function deletable(session: Session, { createdById, createdAt }: Pick<Row, 'createdById' | 'createdAt'>, { locationId, timeZone }: Place) {
  const { may, needsReason } = mayTakeBack(session, { createdById, createdAt, locationId, timeZone })
  return { mayDelete: may, needsReason }
}

/**
 * Name, type and stored bytes of an attachment, for a download. @throws AppError attachment_not_found, also for a med at a location that the caller
 * cannot access.
 */
export async function readAttachment(tx: CustomerTx, session: Session, attachmentId: number) {
  const row = await findAttachment(tx, attachmentId)
  if (!row) throw new AppError(fileErrors.attachment_not_found)
  must(session, 'med:read', row.locationId)
  const detail = { attachmentId, filename: row.filename, sha256: row.sha256 }
  await audit(tx, session, { action: 'med.download', subject: 'med', subjectId: row.medId, detail })
  return { filename: row.filename, contentType: row.contentType, stored: { sha256: row.sha256, size: row.size } }
}

/** Those of the given attachments that exist and belong to the med. Others are missing from the result, so the caller must compare the counts. */
export async function readMedAttachments(tx: CustomerTx, medId: number, ids: readonly number[]) {
  const wanted = new Set(ids)
  return (await listAttachments(tx, medId)).filter((row) => wanted.has(row.id))
}

/** Removes an attachment from the list. Its row and bytes remain, with the person and the reason. */
export async function deleteAttachment(
  tx: CustomerTx,
  session: Session,
  { attachmentId, reason }: { attachmentId: number; reason?: string | undefined },
) {
  const row = await findAttachment(tx, attachmentId)
  if (!row) throw new AppError(fileErrors.attachment_not_found)
  must(session, 'med:write', row.locationId)
  const { mayDelete, needsReason } = deletable(session, row, row)
  if (!mayDelete) throw new AppError(fileErrors.attachment_not_yours)
  if (needsReason && !reason) throw new AppError(coreErrors.reason_needed)
  const by = { at: session.now, by: session.userId, reason: reason ?? null }
  if (!(await markDeleted(tx, attachmentId, by))) throw new AppError(fileErrors.attachment_not_found)
  const detail = { attachmentId, filename: row.filename, sha256: row.sha256, reason: reason ?? null }
  await audit(tx, session, { action: 'med.deleteAttachment', subject: 'med', subjectId: row.medId, detail })
  return { ok: true as const }
}
