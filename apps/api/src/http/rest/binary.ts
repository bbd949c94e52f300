import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { contentDisposition } from '../../core/text/content-disposition.ts'

/** Answer of a procedure that returns a file: the documented fields, and the hash and size of the stored bytes. */
interface FileAnswer {
  stored: { sha256: string; size: number }
  /** The file's name, if it is not in `document`. */
  filename?: string
  document?: { name: string }
}

/**
 * Streams the bytes of a stored file: raw with `Accept: application/octet-stream`, otherwise inside the documented JSON as `buffer:
 * {"type":"Buffer","data":[…]}`.
 */
export async function replyWithFile(ctx: Context, reply: FastifyReply, output: unknown): Promise<FastifyReply> {
  if (reply.request.headers.accept?.includes('application/octet-stream')) return sendStoredFile(ctx, reply, output)
  const { stored, ...fields } = output as FileAnswer // the route table uses this function only for procedures whose output is a FileAnswer
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  const bytes = await ctx.storage.get(ctx.session.customerId, stored.sha256)
  return reply.header('content-type', 'application/json; charset=utf-8').send(Readable.from(asJson(fields, bytes)))
}

/** Streams the bytes of a stored file as a download. */
export async function sendStoredFile(ctx: Context, reply: FastifyReply, output: unknown): Promise<FastifyReply> {
  const { stored, ...fields } = output as FileAnswer // the caller's procedure returns a file
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  const bytes = await ctx.storage.get(ctx.session.customerId, stored.sha256)
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', stored.size)
    .header('content-disposition', contentDisposition(fields.filename ?? fields.document?.name ?? 'file'))
    .header('x-content-type-options', 'nosniff')
    .send(bytes)
}

async function* asJson(fields: Omit<FileAnswer, 'stored'>, bytes: Readable): AsyncGenerator<string> {
  yield `${JSON.stringify(fields).slice(0, -1)},"buffer":{"type":"Buffer","data":[`
  let isFirst = true
  const chunks = bytes as AsyncIterable<Uint8Array> // Node's types declare stream chunks as any
  for await (const chunk of chunks) {
    if (!chunk.length) continue
    yield (isFirst ? '' : ',') + chunk.join(',')
    isFirst = false
  }
  yield ']}}'
}

/**
 * Streams a JSON array item by item, because `read/all` calls are never truncated (decision 15). The first item is read before anything is sent, so a
 * refusal still gets its status. A later failure breaks the connection, because an array that ends properly would seem to contain all items.
 */
export async function sendStream(reply: FastifyReply, items: AsyncIterable<unknown>): Promise<FastifyReply> {
  const rest = items[Symbol.asyncIterator]()
  const first = await rest.next()
  const stream = Readable.from(asArray(first, rest))
  stream.on('error', (error) => reply.log.error({ err: error }, 'a streamed answer was interrupted'))
  return reply.header('content-type', 'application/json; charset=utf-8').send(stream)
}

/** Approximate characters per chunk; smaller chunks cost more than they save. */
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

/** Serializes a tree of `children` piece by piece, because a pallet can hold a million units and the whole text must never be in memory. */
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
