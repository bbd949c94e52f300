import type {} from '@fastify/multipart'
import { attachmentPacket, packet } from '@seriatim/schema'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { countCall } from '../../call/rate.ts'
import { mustBeNewest } from '../../call/trpc.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { UnavailableError } from '../../core/unavailable.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { attachmentTarget, expectRoomForAttachment } from '../../domains/file/attachment.service.ts'
import { keepPacket } from '../../domains/file/packet.service.ts'
import type { Kept } from '../../domains/file/upload-seal.ts'
import { keepOrderFile, orderTarget } from '../../domains/upload/upload-file.service.ts'
import { TooLargeError } from '../../outside/storage.ts'

/**
 * Stores the bytes of an order upload before the procedure is called (decision 18): multipart with the first file part of any name, or
 * one packet of the documented form.
 *
 * @returns the procedure's input, or `{ isPartial }` while packets are missing.
 */
async function takeOrderFile(ctx: Context, request: FastifyRequest, query: Record<string, unknown>): Promise<unknown> {
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  if (!ctx.session.permissions.has('order:upload')) throw new AppError(coreErrors.not_allowed)
  mustBeNewest(ctx)
  countCall(ctx)
  const wait = query.wait !== '0'
  if (request.isMultipart()) {
    const { session } = ctx
    return { ...(await ctx.uploads.run(session.customerId, () => takeMultipart(ctx, session, request))), wait }
  }
  const kept = await keepPacket(ctx, ctx.session, request.body, orderTarget(ctx, ctx.session))
  return 'isPartial' in kept ? kept : { ...kept, wait }
}

/** One packet of an attachment; that the med is there and has room is asked before its bytes are stored. */
async function takeMedAttachment(ctx: Context, request: FastifyRequest): Promise<unknown> {
  const { session } = ctx
  if (!session) throw new AppError(coreErrors.not_signed_in)
  if (!session.permissions.has('med:write')) throw new AppError(coreErrors.not_allowed)
  mustBeNewest(ctx)
  countCall(ctx)
  const parsed = attachmentPacket.safeParse(request.body)
  if (!parsed.success) throw new AppError(coreErrors.pedigree_not_found)
  const { medId, isEpcisGenerated } = parsed.data
  const named = packet.pick({ groupId: true, id: true, totalPackets: true }).safeParse(request.body)
  const upload = { medId, groupId: String(named.data?.groupId ?? ''), fileId: String(named.data?.id ?? '') }
  const known = await withCustomer(ctx.db, session, 'read only', (tx) => expectRoomForAttachment(tx, session, ctx.config, upload))
  const total = named.data?.totalPackets ?? 1
  if (known !== undefined) return { received: total, totalPackets: total, attachmentId: known }
  const kept = await keepPacket(ctx, session, request.body, attachmentTarget(ctx, session, medId))
  return 'isPartial' in kept ? kept : { ...kept, medId, isEpcisGenerated }
}

/** By what a line of the route table says that it takes. */
export const storeUploadedFile = { orderFile: takeOrderFile, medAttachment: takeMedAttachment }

async function takeMultipart(ctx: Context, session: Session, request: FastifyRequest): Promise<Kept> {
  try {
    // One byte more than is allowed: at its own limit the parser cuts the file off in silence; the storage refuses it.
    const part = await request.file({ limits: { fileSize: ctx.config.uploadMaxBytes + 1 } })
    if (!part) throw new AppError(coreErrors.upload_missing)
    // Ends the reading of the file there and then: the parser itself would go on to the end of the body, wherever that is.
    part.file.once('limit', () => part.file.destroy(new TooLargeError(ctx.config.uploadMaxBytes)))
    return await keepOrderFile(ctx, session, { filename: part.filename, contentType: part.mimetype, bytes: part.file })
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError(coreErrors.upload_too_large, { cause: error })
    if (isBroken(error)) throw new AppError(coreErrors.upload_broken, { cause: error })
    throw error
  }
}

/** What the multipart parser says of a body without boundary, or of one that ends too early. */
function isBroken(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof AppError) &&
    !(error instanceof UnavailableError) &&
    /boundary|end of (form|multipart|file)|multipart|aborted|malformed part/i.test(error.message)
  )
}
