import {
  type FindingShown,
  OUTCOME_STATUS,
  outcomeWords,
  type Upload,
  type UploadAnswer,
  type UploadDetail,
  type UploadOutcome,
  writeFullName,
} from '@seriatim/schema'
import { may, mustOrOwn, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { cutEnds } from '../../core/text/cut-ends.ts'
import type { CustomerTx, FileArrival } from '../../db/types.ts'
import { mustBeSubscribed } from '../entitlement/entitlement.service.ts'
import { fileErrors } from '../file/file.facts.ts'
import { readLocationNames } from '../location/location.service.ts'
import { isDeactivated } from '../user/user.service.ts'
import { parseOutcome, toOutcomeRow, WAITING } from './outcome.rules.ts'
import { queueImport } from './queue-import.ts'
import { uploadErrors } from './upload.facts.ts'
import { findUpload, lockUploadIfFree, updateUpload } from './upload.joins.ts'
import { findDocument, insertUpload, listUploads, type UploadRecord } from './upload.queries.ts'

interface Stored {
  filename: string
  contentType: string
  size: number
  sha256: string
}

/**
 * Records the upload and queues its import in one transaction.
 *
 * @throws AppError not_subscribed
 */
export async function registerUpload(tx: CustomerTx, session: Session, file: Stored): Promise<number> {
  await mustBeSubscribed(tx, session.now)
  // If the uploader was deactivated while the file was arriving, the file is kept and the audit trail mentions it.
  const gone = (await isDeactivated(tx, session)) ? { isUploaderGone: true } : {}
  const id = await insertUpload(tx, {
    ...file,
    createdById: session.userId,
    ...toOutcomeRow(WAITING),
    createdAt: session.now,
  })
  await audit(tx, session, {
    action: 'order.upload',
    subject: 'upload',
    subjectId: id,
    detail: { filename: file.filename, size: file.size, sha256: file.sha256, ...gone },
  })
  await announce(tx, session, { uploadId: id, file })
  await queueImport(tx, session, { uploadId: id })
  return id
}

/**
 * Registers an upload on behalf of a person who did not make the call. Example: if a partner sends a file that a ticket asked for, the upload is
 * registered for the person who asked. A partner's correction is accepted even if the customer has no subscription.
 * @param by `from` is the sender's name, set if the file came by email. `doorId` is set if the file came through an intake door, so that the upload
 * has no owner.
 * @param file `isAllOrNothing` is set if a single wrong event prevents everything from being created.
 */
export async function registerFor(
  tx: CustomerTx,
  by: { customerId: number; userId: number; now: Date; from?: string; doorId?: number | null },
  { isAllOrNothing = false, ...file }: Stored & { isAllOrNothing?: boolean },
  documentExceptionId?: number,
): Promise<number> {
  const answers = documentExceptionId === undefined ? {} : { documentExceptionId }
  const id = await insertUpload(tx, {
    ...file,
    createdById: by.userId,
    ...toOutcomeRow(WAITING),
    createdAt: by.now,
    doorId: by.doorId ?? null,
    isAllOrNothing,
    ...answers,
  })
  const detail = { filename: file.filename, size: file.size, sha256: file.sha256, ...answers }
  await audit(tx, { userId: null, now: by.now }, { action: 'order.upload', subject: 'upload', subjectId: id, detail })
  if (by.from !== undefined)
    await tx.listeners.fileArrived?.(tx, { door: 'mail', uploadId: id, file, from: { userId: by.userId, name: by.from }, at: by.now })
  await queueImport(tx, by, { uploadId: id })
  return id
}

/** Adds a file that was refused unread to the list of uploads. */
export async function recordRefusal(
  tx: CustomerTx,
  session: Session,
  { filename, contentType, outcome }: { filename: string; contentType: string; outcome: UploadOutcome },
): Promise<void> {
  const id = await insertUpload(tx, {
    filename,
    contentType,
    size: 0,
    sha256: '',
    createdById: session.userId,
    ...toOutcomeRow(outcome),
    createdAt: session.now,
    finishedAt: session.now,
  })
  const detail = { filename, message: outcomeWords(outcome).sentence }
  await audit(tx, session, { action: 'order.uploadRefused', subject: 'upload', subjectId: id, detail })
  await announce(tx, session, { uploadId: id, file: { filename, contentType, size: 0, sha256: '', outcome } })
}

/** Notifies higher layers of a file that a person uploaded. */
async function announce(tx: CustomerTx, session: Session, arrived: Pick<FileArrival, 'uploadId' | 'file'>): Promise<void> {
  const from = { userId: session.userId, name: writeFullName(session) }
  await tx.listeners.fileArrived?.(tx, { ...arrived, door: session.isOverRest ? 'api' : 'web', from, at: session.now })
}

export async function readUploads(tx: CustomerTx, session: Session): Promise<Upload[]> {
  const rows = await listUploads(tx, {
    userId: session.userId,
    locationIds: session.scope === 'all' ? 'all' : session.locationIds,
    limit: 20,
  })
  return rows.map((row) => asUpload(row, session))
}

/**
 * Reads an upload with its findings.
 * @throws AppError upload_not_found for another person's upload at a location where the caller may not read orders.
 */
export async function readUpload(tx: CustomerTx, session: Session, uploadId: number): Promise<UploadDetail> {
  const row = await findUpload(tx, uploadId)
  if (!row || !isVisibleUpload(row, session)) throw new AppError(fileErrors.upload_not_found)
  mustOrOwn(session, 'order:upload', ownerAndPlace(row))
  const isElsewhere = isHidden(row, session)
  const findings = isElsewhere ? [] : ((row.findings ?? []) as FindingShown[]) // the import wrote it in this shape
  const location = row.locationId === null || isElsewhere ? undefined : (await readLocationNames(tx)).get(row.locationId)
  return {
    ...asUpload(row, session),
    senderName: isElsewhere ? null : (row.senderName ?? row.senderGln),
    locationName: location?.name ?? null,
    placedBy: isElsewhere ? null : row.placedBy,
    amountOfMeds: isElsewhere ? 0 : (row.amountOfMeds ?? 0),
    packages: row.packages ?? 0,
    events: row.eventCount ?? 0,
    notShipped: row.amountNotShipped ?? 0,
    seconds: row.seconds,
    unknownGlns: row.kind === 'notAddressed' ? row.namedGlns : [],
    findingList: findings,
    truncated: isElsewhere ? {} : ((row.truncated ?? {}) as Record<string, number>), // the import writes this column as a record of numbers
  }
}

export async function makeAnswer(tx: CustomerTx, session: Session, uploadId: number): Promise<UploadAnswer> {
  const upload = await readUpload(tx, session, uploadId)
  return {
    uploadId,
    documentId: upload.documentId,
    status: upload.status,
    amountOfMeds: upload.status === 'imported' || upload.status === 'duplicate' ? upload.amountOfMeds : null,
    ticketNumber: upload.ticketNumber,
    outcome: upload.outcome,
    message: outcomeWords(upload.outcome).sentence,
  }
}

export function isVisibleUpload(row: UploadRecord, session: Session): boolean {
  const { ownerId, locationId } = ownerAndPlace(row)
  return ownerId === session.userId || may(session, 'order:read', locationId)
}

/** Nobody owns a file that came through a door: until its document assigns it to a location, it belongs to the door's location. */
const ownerAndPlace = ({ doorId, createdById, locationId, doorLocationId }: UploadRecord) => ({
  ownerId: doorId === null ? createdById : null,
  locationId: locationId ?? doorLocationId,
})

/** Whether the document belongs to a location that the uploader cannot access. The uploader then sees only that fact, without ids (decision 27). */
function isHidden(row: UploadRecord, session: Session): boolean {
  return row.locationId !== null && !may(session, 'order:read', row.locationId)
}

function asUpload(row: UploadRecord, session: Session): Upload {
  const isElsewhere = isHidden(row, session)
  const outcome: UploadOutcome = isElsewhere ? { kind: 'elsewhere', facts: {} } : parseOutcome(row)
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    timeStamp: row.createdAt.toISOString(),
    by: row.doorName ?? writeFullName(row),
    status: OUTCOME_STATUS[outcome.kind],
    outcome,
    documentId: isElsewhere || row.orderId === null ? null : row.orderId,
    ticketNumber: isElsewhere ? null : row.ticketNumber,
    purchaseOrderNumbers: isElsewhere ? [] : (row.purchaseOrderNumbers ?? []),
    findings: isElsewhere ? 0 : (row.rejects ?? 0) + (row.warnings ?? 0),
    progress: row.status === 'processing' && row.phase !== null ? makeProgress(row, session.now) : null,
  }
}

function makeProgress({ phase, done, total, beganAt }: UploadRecord, now: Date): Upload['progress'] {
  const seconds = beganAt ? (now.getTime() - beganAt.getTime()) / 1000 : 0
  const isGuessable = done !== null && total !== null && done > total / 50 && done < total && seconds > 1
  return {
    phase: phase ?? 'reading',
    done: done ?? 0,
    total: total ?? 0,
    secondsLeft: isGuessable ? Math.max(0, Math.round((seconds / done) * (total - done))) : null,
  }
}

/** Starts the import of an upload again if it ended with an exception or was stopped, for example after somebody added a missing GLN. */
export async function retryUpload(tx: CustomerTx, session: Session, uploadId: number): Promise<{ ok: true }> {
  const upload = await readVisibleUpload(tx, session, uploadId)
  if (upload.status !== 'exception' && upload.status !== 'stopped') throw new AppError(uploadErrors.upload_not_open)
  await updateUpload(tx, uploadId, { ...toOutcomeRow(WAITING), finishedAt: null })
  await audit(tx, session, { action: 'order.retryUpload', subject: 'upload', subjectId: uploadId })
  await queueImport(tx, session, { uploadId })
  return { ok: true }
}

export async function readVisibleUpload(tx: CustomerTx, session: Session, uploadId: number) {
  const row = await findUpload(tx, uploadId)
  if (!row || !isVisibleUpload(row, session)) throw new AppError(fileErrors.upload_not_found)
  const upload = await lockUploadIfFree(tx, uploadId)
  if (!upload) throw new AppError(uploadErrors.upload_being_written)
  mustOrOwn(session, 'order:upload', ownerAndPlace(row))
  return upload
}

/** The stored document of an order or exception, and its filename `<sender>_<date>.<ext>` (rest.md). */
export async function readDocumentFile(tx: CustomerTx, session: Session, documentId: number) {
  const document = await findDocument(tx, documentId)
  if (!document) throw new AppError(uploadErrors.document_not_found)
  const { locationId, createdById } = document
  mustOrOwn(session, 'order:read', { ownerId: locationId === null ? createdById : null, locationId })
  await audit(tx, session, { action: 'document.download', subject: 'document', subjectId: documentId, detail: { sha256: document.sha256 } })
  const sender = slug(document.senderNames?.[0] ?? document.senderName ?? '') || 'unknown-sender'
  const extension = document.filename.match(/\.([A-Za-z0-9]{1,8})$/)?.[1]?.toLowerCase() ?? 'xml'
  return {
    document: {
      name: `${sender}_${toDay(document.timeStamp, session.timeZone)}.${extension}`,
      timeStamp: document.timeStamp.toISOString(),
      contentType: document.contentType,
    },
    stored: { sha256: document.sha256, size: document.size },
  }
}

function slug(text: string): string {
  const plain = text.slice(0, 1000).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return cutEnds(plain.replace(/[^a-z0-9]+/g, '-'), /-/).slice(0, 60)
}
