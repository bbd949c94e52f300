import type {} from '@fastify/multipart'
import { attachmentPacket, packet } from '@seriatim/schema'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../call/access/access.ts'
import type { SignedInContext } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { UnavailableError } from '../../core/unavailable.ts'
import { attachmentTarget, expectRoomForAttachment } from '../../domains/file/attachment.service.ts'
import { keepPacket, type PacketTarget, type Whole } from '../../domains/file/packet.service.ts'
import type { SealedFile } from '../../domains/file/upload-seal.ts'
import { keepOrderFile, orderTarget } from '../../domains/upload/upload-file.service.ts'
import { TooLargeError } from '../../outside/storage.ts'

/**
 * Thrown to answer an upload before its procedure runs, because packets of the file are still missing or the file is already on file. `answer` is the
 * response.
 */
export class AnsweredEarly extends Error {
  readonly answer: object

  constructor(answer: object) {
    super('This call only stores a packet.')
    this.answer = answer
  }
}

/**
 * Stores the bytes of an order upload. The request is either multipart, in which case the first file part is used whatever its name, or contains one
 * packet in the documented form.
 * @throws AnsweredEarly if other packets of the upload are still missing.
 */
async function takeOrderFile(ctx: SignedInContext, request: FastifyRequest): Promise<unknown> {
  const { session } = ctx
  const wait = (request.query as { wait?: unknown } | undefined)?.wait !== '0' // Fastify's type for an unknown query is unknown
  if (request.isMultipart()) return { ...(await ctx.uploads.run(session.customerId, () => takeMultipart(ctx, session, request))), wait }
  return { ...(await takePacket(ctx, request, orderTarget(ctx, session))), wait }
}

/** Receives one packet of an attachment, after checking that the med exists and has room for it. */
async function takeMedAttachment(ctx: SignedInContext, request: FastifyRequest): Promise<unknown> {
  const { session } = ctx
  const parsed = attachmentPacket.safeParse(request.body)
  if (!parsed.success) throw new AppError(coreErrors.pedigree_not_found)
  const { medId, isEpcisGenerated } = parsed.data
  const named = packet.pick({ groupId: true, id: true, totalPackets: true }).safeParse(request.body)
  const upload = { medId, groupId: String(named.data?.groupId ?? ''), fileId: String(named.data?.id ?? '') }
  const known = await ctx.inTx('read only', (tx) => expectRoomForAttachment(tx, session, ctx.config, upload))
  const total = named.data?.totalPackets ?? 1
  if (known !== undefined) throw new AnsweredEarly({ received: total, totalPackets: total, attachmentId: known })
  return { ...(await takePacket(ctx, request, attachmentTarget(ctx, session, medId))), medId, isEpcisGenerated }
}

/**
 * Stores a packet and returns the file if it is complete.
 * @throws AnsweredEarly if packets are still missing; it contains the answer to the client.
 */
async function takePacket(ctx: SignedInContext, { body }: FastifyRequest, target: PacketTarget): Promise<Whole> {
  const kept = await keepPacket(ctx, ctx.session, body, target)
  if ('isPartial' in kept) throw new AnsweredEarly(kept)
  return kept
}

/** The functions that store an uploaded file, by the value of `takes` in the route table. */
export const storeUploadedFile = { orderFile: takeOrderFile, medAttachment: takeMedAttachment }

async function takeMultipart(ctx: SignedInContext, session: Session, request: FastifyRequest): Promise<SealedFile> {
  try {
    // The parser cuts a file off at its limit without an error. Its limit is one byte above ours, so that a file that is too large reaches the
    // storage with one byte too many, and the storage refuses it.
    const part = await request.file({ limits: { fileSize: ctx.config.uploadMaxBytes + 1 } })
    if (!part) throw new AppError(coreErrors.upload_missing)
    // Stops reading immediately; the parser would otherwise continue to the end of the body.
    part.file.once('limit', () => part.file.destroy(new TooLargeError(ctx.config.uploadMaxBytes)))
    return await keepOrderFile(ctx, session, { filename: part.filename, contentType: part.mimetype, bytes: part.file })
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError(coreErrors.upload_too_large, { cause: error })
    if (isBroken(error)) throw new AppError(coreErrors.upload_broken, { cause: error })
    throw error
  }
}

/** Whether the multipart parser reports this error for a body that has no boundary or ends too early. */
export function isBroken(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof AppError) &&
    !(error instanceof UnavailableError) &&
    /boundary|end of (form|multipart|file)|multipart|aborted|malformed part/i.test(error.message)
  )
}
