import { outcomeWords, refusalOfSniffed, SNIFF_BYTES, sniff, type UploadAnswer } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import {
  claimOrderBytes,
  type IncomingFile,
  keepOrderBytes,
  type PacketTarget,
  peekHead,
  type SealedFile,
  safeName,
} from '../file/file.service.ts'
import { uploadErrors } from './upload.facts.ts'
import { makeAnswer, recordRefusal, registerUpload } from './upload.service.ts'

/**
 * Streams an upload into storage; a file that cannot be an EPCIS document is not kept.
 *
 * @throws AppError upload_not_xml, upload_empty, upload_too_large; the refusal is listed among the uploads, so that every outcome is visible.
 */
export async function keepOrderFile(ctx: Context, session: Session, { filename, contentType, bytes }: IncomingFile): Promise<SealedFile> {
  const { head, rest } = await peekHead(bytes, SNIFF_BYTES)
  const outcome = refusalOfSniffed(sniff(head))
  if (!outcome) return keepOrderBytes(ctx, session, { filename, contentType, bytes: rest })
  for await (const _ of rest); // reads the rest, because a browser reads the answer only after sending its whole request
  const named = { filename: safeName(filename), contentType, outcome }
  await withCustomer(ctx.db, session, 'read write', (tx) => recordRefusal(tx, session, named))
  throw new AppError(outcome.kind === 'empty' ? uploadErrors.upload_empty : uploadErrors.upload_not_xml, {
    detail: outcomeWords(outcome).sentence,
  })
}

/**
 * How packets of an order's file are taken: the maximum size of the file, the error for a larger one, and the function that stores the complete file.
 */
export function orderTarget(ctx: Context, session: Session): PacketTarget {
  return { maxBytes: ctx.config.uploadMaxBytes, tooLarge: coreErrors.upload_too_large, keep: (file) => keepOrderFile(ctx, session, file) }
}

interface Stored extends SealedFile {
  wait: boolean
}

/**
 * Queues a stored file for import. With `wait`, waits for the outcome, but no longer than `uploadWaitSeconds` (rest.md); after that, the import
 * continues without the caller.
 * @throws AppError upload_not_found if this user did not upload the bytes as an order.
 */
export async function acceptOrderFile(ctx: Context, session: Session, { wait, seal, ...file }: Stored): Promise<UploadAnswer> {
  const uploadId = await ctx.inTx('read write', async (tx) => {
    const size = await claimOrderBytes(tx, session, ctx, { sha256: file.sha256, seal })
    return registerUpload(tx, session, { ...file, size })
  })
  const readAnswer = () => ctx.inTx('read only', (tx) => makeAnswer(tx, session, uploadId))
  if (wait) await ctx.uploads.wait(session.customerId, uploadId, { ms: ctx.config.uploadWaitSeconds * 1000, signal: ctx.request.signal })
  return readAnswer()
}
