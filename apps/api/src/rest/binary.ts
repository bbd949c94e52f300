import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

interface FileAnswer {
  document: { name: string; timeStamp: string; contentType: string }
  stored: { sha256: string; size: number }
}

/**
 * The bytes of a stored file: as they are with `Accept: application/octet-stream`, else inside the documented JSON with
 * `buffer: {"type":"Buffer","data":[…]}`; both streamed.
 */
export async function sendFile(ctx: Context, reply: FastifyReply, output: unknown): Promise<FastifyReply> {
  const { document, stored } = output as FileAnswer // the table says that this procedure answers a file
  if (!ctx.session) throw new AppError('not_signed_in')
  const bytes = await ctx.storage.get(ctx.session.customerId, stored.sha256)
  if (reply.request.headers.accept?.includes('application/octet-stream')) {
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', stored.size)
      .header('content-disposition', contentDisposition(document.name))
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(Readable.from(asJson(document, bytes)))
}

async function* asJson(document: FileAnswer['document'], bytes: Readable): AsyncGenerator<string> {
  yield `{"document":${JSON.stringify(document)},"buffer":{"type":"Buffer","data":[`
  let isFirst = true
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    if (!chunk.length) continue
    yield (isFirst ? '' : ',') + chunk.join(',')
    isFirst = false
  }
  yield ']}}'
}

/** A JSON array, item by item: calls named `read/all` are never cut (decision 15). */
export function sendStream(reply: FastifyReply, items: AsyncIterable<unknown>): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(Readable.from(asArray(items)))
}

async function* asArray(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\w.\- ]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
