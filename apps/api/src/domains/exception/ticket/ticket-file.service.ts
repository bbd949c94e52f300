import { EVIDENCE_BYTES, type Packet, type TicketFile } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { auditNothing } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { type Secrets, sameBytes } from '../../../core/secrets.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectStorageRoom } from '../../file/attachment.service.ts'
import { fileErrors } from '../../file/file.facts.ts'
import { detectSmallFileType, lockStoredBytes, lockUploadedBytes, peekTypeBytes, safeName } from '../../file/file.service.ts'
import { keepPacket } from '../../file/packet.service.ts'
import { exceptionErrors } from '../exception.facts.ts'
import { insertFile } from '../exception.queries.ts'

/** A file that has been stored and can be attached to a ticket. */
export type NoteAttachment = Omit<TicketFile, 'seal'>

/**
 * Accepts a packet of a photo or of another file; the last packet stores the file. The note or ticket sent next refers to the file by its seal. Bytes
 * that no ticket refers to are swept like those of an unfinished upload.
 *
 * @throws AppError the errors of a packet, storage_full, not_subscribed, evidence_too_large, and exception_file_bad unless the file is a picture, a
 * PDF, a text or a table.
 */
export async function uploadTicketFile(ctx: Context, session: Session, packet: Packet) {
  auditNothing(session)
  const { secrets, storage } = ctx
  const { totalPackets } = packet
  await ctx.inTx('read only', (tx) => expectStorageRoom(tx, session.now, ctx.config, 0))
  const whole = await keepPacket(ctx, session, packet, {
    scope: 'ticket ',
    maxBytes: EVIDENCE_BYTES,
    tooLarge: fileErrors.evidence_too_large,
    keep: async ({ filename: given, bytes }) => {
      const filename = safeName(given)
      const { head, rest } = await peekTypeBytes(bytes)
      const contentType = await detectSmallFileType(filename, head)
      if (!contentType) throw new AppError(exceptionErrors.exception_file_bad, { facts: { field: 'file' } })
      const file = { filename, contentType, ...(await storage.put(session.customerId, rest, { maxBytes: EVIDENCE_BYTES })) }
      return { ...file, seal: sealFile(secrets, session, file) }
    },
  })
  if ('isPartial' in whole) return { received: whole.received, totalPackets, file: null }
  const { filename, contentType, size, sha256, seal } = whole
  return { received: totalPackets, totalPackets, file: { filename, contentType, size, sha256, seal } }
}

type Sealer = Pick<Session, 'customerId' | 'userId'>

/** The seal proves that this user uploaded this file, and that the server determined its name and type. */
function sealFile(secrets: Secrets, { customerId, userId }: Sealer, { filename, contentType, size, sha256 }: NoteAttachment): string {
  return secrets.mac('ticket file', customerId, userId, filename, contentType, size, sha256).toString('base64url')
}

/**
 * Adds an uploaded file to a ticket.
 *
 * @throws AppError upload_not_found for a file that this user did not upload, or that was swept in the meantime.
 */
export async function attachUploadedFile(
  tx: CustomerTx,
  session: Session,
  { secrets, storage }: Pick<Context, 'secrets' | 'storage'>,
  place: { documentExceptionId: number; entryId: number },
  { seal, ...file }: TicketFile,
): Promise<void> {
  if (!sameBytes(Buffer.from(seal), Buffer.from(sealFile(secrets, session, file)))) throw new AppError(fileErrors.upload_not_found)
  await lockUploadedBytes(tx, storage, session, file.sha256)
  await attachStoredFile(tx, session, place, file)
}

/** Adds stored bytes to a ticket, such as an attachment of a reply. */
export async function attachStoredFile(
  tx: CustomerTx,
  by: { userId: number | null; now: Date },
  place: { documentExceptionId: number; entryId: number },
  { filename, contentType, size, sha256 }: NoteAttachment,
): Promise<void> {
  await lockStoredBytes(tx, sha256)
  await insertFile(tx, { filename, contentType, size, sha256, ...place, at: by.now, userId: by.userId })
}
