import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'

/** What a procedure answers for a file: the documented fields, and where the bytes are. */
interface FileAnswer {
  stored: { sha256: string; size: number }
  /** The name stands here, or in `document`. */
  filename?: string
  document?: { name: string }
}

/**
 * The bytes of a stored file: as they are with `Accept: application/octet-stream`, else inside the documented JSON with
 * `buffer: {"type":"Buffer","data":[…]}`; both streamed.
 */
export async function sendFile(ctx: Context, reply: FastifyReply, output: unknown): Promise<FastifyReply> {
  const { stored, ...fields } = output as FileAnswer // the table says that this procedure answers a file
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  const bytes = await ctx.storage.get(ctx.session.customerId, stored.sha256)
  if (reply.request.headers.accept?.includes('application/octet-stream')) {
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', stored.size)
      .header('content-disposition', contentDisposition(fields.filename ?? fields.document?.name ?? 'file'))
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(Readable.from(asJson(fields, bytes)))
}

async function* asJson(fields: Omit<FileAnswer, 'stored'>, bytes: Readable): AsyncGenerator<string> {
  yield `${JSON.stringify(fields).slice(0, -1)},"buffer":{"type":"Buffer","data":[`
  let isFirst = true
  const chunks = bytes as AsyncIterable<Uint8Array> // Node types what a stream yields as any
  for await (const chunk of chunks) {
    if (!chunk.length) continue
    yield (isFirst ? '' : ',') + chunk.join(',')
    isFirst = false
  }
  yield ']}}'
}

/**
 * A JSON array, item by item: calls named `read/all` are never cut (decision 15). The first item is read before anything is sent, so that a
 * refusal has its status; what fails later breaks the connection off, because a whole answer would look like everything.
 */
export async function sendStream(reply: FastifyReply, items: AsyncIterable<unknown>): Promise<FastifyReply> {
  const rest = items[Symbol.asyncIterator]()
  const first = await rest.next()
  const stream = Readable.from(asArray(first, rest))
  stream.on('error', (error) => reply.log.error({ err: error }, 'a streamed answer was interrupted'))
  return reply.header('content-type', 'application/json; charset=utf-8').send(stream)
}

/** Characters in one piece, about: small pieces cost more than they are worth. */
const PIECE = 65_536

async function* asArray(first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): AsyncGenerator<string> {
  let text = '['
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      if (next !== first) text += ','
      for (const part of treeJson(next.value)) {
        text += part
        if (text.length < PIECE) continue
        yield text
        text = ''
      }
    }
    yield `${text}]`
  } finally {
    await rest.return?.()
  }
}

/** A pallet may hold a million units: a tree of `children` is written part by part, so its text never stands in memory whole. */
function* treeJson(value: unknown): Generator<string> {
  if (!isTree(value)) return yield JSON.stringify(value)
  const { children, ...own } = value
  const fields = JSON.stringify(own).slice(1, -1)
  yield `{${fields}${fields ? ',' : ''}"children":[`
  for (const [at, child] of children.entries()) {
    if (at > 0) yield ','
    yield* treeJson(child)
  }
  yield ']}'
}

function isTree(value: unknown): value is { children: unknown[] } {
  return value !== null && typeof value === 'object' && 'children' in value && Array.isArray(value.children)
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\w.\- ]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
