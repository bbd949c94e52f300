import type { Session } from '../../access.ts'
import type { Context } from '../../context.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { AppError } from '../../errors.ts'
import { type Storage, TooLargeError } from '../../outside/storage.ts'
import { recordRefusal } from '../order/upload.service.ts'
import { insertLeftovers } from './file.queries.ts'
import { type Kept, sealKept } from './kept.ts'
import type { PacketTarget } from './packet.service.ts'
import { refusal, SNIFF_BYTES, safeName, sniff } from './sniff.rules.ts'

export interface Incoming {
  filename: string
  contentType: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Streams an upload into storage and hashes it on the way; nothing is kept of what cannot be an EPCIS document.
 *
 * @throws AppError upload_not_xml, upload_empty, upload_too_large; the refusal is listed among the uploads, so that no outcome is invisible.
 */
export async function keepOrderFile(ctx: Context, session: Session, { filename, contentType, bytes }: Incoming): Promise<Kept> {
  const name = safeName(filename)
  const { head, rest } = await peek(bytes, SNIFF_BYTES)
  const sniffed = sniff(head)
  if (sniffed.kind !== 'xml' && sniffed.kind !== 'zip') {
    for await (const _ of rest); // a browser sees the answer only after it has sent everything
    const message = refusal(sniffed)
    await withCustomer(ctx.db, session, 'read write', (tx) => recordRefusal(tx, session, { filename: name, contentType, message }))
    throw new AppError(sniffed.kind === 'empty' ? 'upload_empty' : 'upload_not_xml', { detail: message })
  }
  try {
    const stored = await ctx.storage.put(session.customerId, rest, { maxBytes: ctx.config.uploadMaxBytes })
    // Until the upload's row names them: a call that ends in between leaves nothing that the sweep does not know.
    await withCustomer(ctx.db, session, 'read write', (tx) => insertLeftovers(tx, [stored], ctx.now))
    const seal = sealKept(ctx.secrets, session, 'order', stored.sha256)
    return { filename: name, contentType: contentType.slice(0, 200), ...stored, seal }
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError('upload_too_large', { cause: error })
    throw error
  }
}

/** The first bytes of what is stored. */
export async function headOf(storage: Storage, customerId: number, sha256: string, wanted: number): Promise<Uint8Array> {
  const stream = await storage.get(customerId, sha256)
  try {
    return (await peek(stream as AsyncIterable<Uint8Array>, wanted)).head
  } finally {
    stream.destroy()
  }
}

/** Reads enough to decide what the file is, and gives the whole stream back. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  wanted: number,
): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let isDone = false
  while (length < wanted) {
    const next = await iterator.next()
    if (next.done) {
      isDone = true
      break
    }
    first.push(next.value)
    length += next.value.length
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* first
    if (isDone) return
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { head: Buffer.concat(first).subarray(0, wanted), rest: rest() }
}

/** Where the packets of an order's file go. */
export function orderTarget(ctx: Context, session: Session): PacketTarget {
  return { maxBytes: ctx.config.uploadMaxBytes, tooLarge: 'upload_too_large', keep: (file) => keepOrderFile(ctx, session, file) }
}
