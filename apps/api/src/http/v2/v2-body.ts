import type {} from '@fastify/multipart'
import type { StoredDelivery } from '@seriatim/schema'
import type { FastifyRequest } from 'fastify'
import type { SignedInContext } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { IncomingFile } from '../../domains/file/file.service.ts'
import { keepDelivery } from '../../domains/intake/intake-body.service.ts'
import { TooLargeError } from '../../outside/storage.ts'
import { isBroken } from '../rest/upload.ts'

const NAMELESS = 'delivery'

/**
 * Stores what a delivery contains: the whole body of the request or, for multipart/form-data, its first file. The content may be plain, a zip or
 * gzip.
 */
export const storeDelivery = (ctx: SignedInContext, request: FastifyRequest): Promise<StoredDelivery> =>
  store(ctx, async () => (request.isMultipart() ? takePart(ctx, request) : takeBody(request)))

/** Stores the body of a capture, which must be EPCIS itself, not a form. @throws AppError capture_not_epcis. */
export const storeCapture = (ctx: SignedInContext, request: FastifyRequest): Promise<StoredDelivery> =>
  store(ctx, async () => takeBody(request), { isCapture: true })

function store(ctx: SignedInContext, take: () => Promise<IncomingFile>, options: { isCapture?: boolean } = {}): Promise<StoredDelivery> {
  return ctx.uploads.run(ctx.session.customerId, async () => {
    try {
      return await keepDelivery(ctx, await take(), options)
    } catch (error) {
      if (error instanceof TooLargeError) throw new AppError(coreErrors.upload_too_large, { cause: error })
      if (isBroken(error)) throw new AppError(coreErrors.upload_broken, { cause: error })
      throw error
    }
  })
}

async function takePart({ config }: SignedInContext, request: FastifyRequest): Promise<IncomingFile> {
  // The limit is one byte higher than ours: at its own limit, the parser would silently cut the file off. With the extra byte, the storage refuses
  // the file.
  const part = await request.file({ limits: { fileSize: config.uploadMaxBytes + 1 } })
  if (!part) throw new AppError(coreErrors.upload_missing)
  part.file.once('limit', () => part.file.destroy(new TooLargeError(config.uploadMaxBytes)))
  return { filename: part.filename || NAMELESS, contentType: part.mimetype, bytes: part.file }
}

function takeBody({ raw, headers }: FastifyRequest): IncomingFile {
  const [, quoted, bare] = /filename=(?:"([^"]{1,500})"|([^\s;"]{1,500}))/i.exec(headers['content-disposition'] ?? '') ?? []
  return { filename: quoted ?? bare ?? NAMELESS, contentType: headers['content-type'] ?? 'application/octet-stream', bytes: raw }
}
