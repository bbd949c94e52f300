import { packet as packetSchema } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { Context } from '../../context.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { AppError } from '../../errors.ts'
import { TooLargeError } from '../../outside/storage.ts'
import { recordRefusal } from '../order/upload.service.ts'
import { deletePackets, insertPacket, listPackets, listUnneeded, lockFile } from './file.queries.ts'
import { refusal, SNIFF_BYTES, safeName, sniff } from './sniff.rules.ts'

export interface Kept {
  filename: string
  contentType: string
  size: number
  sha256: string
}

interface Incoming {
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
  const { head, rest } = await peek(bytes)
  const sniffed = sniff(head)
  if (sniffed.kind !== 'xml' && sniffed.kind !== 'zip') {
    for await (const _ of rest); // a browser sees the answer only after it has sent everything
    const message = refusal(sniffed)
    await withCustomer(ctx.db, session, 'read write', (tx) => recordRefusal(tx, session, { filename: name, contentType, message }))
    throw new AppError(sniffed.kind === 'empty' ? 'upload_empty' : 'upload_not_xml', { detail: message })
  }
  try {
    const stored = await ctx.storage.put(session.customerId, rest, { maxBytes: ctx.config.uploadMaxBytes })
    return { filename: name, contentType: contentType.slice(0, 200), ...stored }
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError('upload_too_large', { cause: error })
    throw error
  }
}

/** Reads enough to decide what the file is, and gives the whole stream back. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let isDone = false
  while (length < SNIFF_BYTES) {
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
  return { head: Buffer.concat(first).subarray(0, SNIFF_BYTES), rest: rest() }
}

/**
 * Takes one packet; packets come in any order, one sent twice changes nothing. The last missing one makes the file.
 *
 * @throws AppError packet_differs when totals or names do not agree with the packets before, and the refusals of `keepOrderFile`.
 */
export async function keepPacket(
  ctx: Context,
  session: Session,
  body: unknown,
): Promise<Kept | { received: number; totalPackets: number; isPartial: true }> {
  const parsed = packetSchema.safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AppError('upload_missing', { detail: issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'No file selected' })
  }
  const { id, groupId, filename, contentType, currentPacket, totalPackets, packet } = parsed.data
  if (currentPacket > totalPackets) throw new AppError('packet_out_of_range')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packet)) throw new AppError('packet_not_base64')
  const key = { userId: session.userId, groupId: String(groupId), fileId: String(id) }
  const stored = await ctx.storage.put(session.customerId, one(Buffer.from(packet, 'base64')))
  const packets = await withCustomer(ctx.db, session, 'read write', async (tx) => {
    await lockFile(tx, key)
    await insertPacket(tx, {
      ...key,
      packet: currentPacket,
      totalPackets,
      filename,
      contentType,
      sha256: stored.sha256,
      size: stored.size,
      createdAt: ctx.now,
    })
    const all = await listPackets(tx, key)
    // Thrown in here, so that a packet which is refused is not one of the file's.
    if (all.some((known) => known.totalPackets !== totalPackets || known.filename !== filename || known.contentType !== contentType))
      throw new AppError('packet_differs')
    if (all.reduce((sum, known) => sum + known.size, 0) > ctx.config.uploadMaxBytes) throw new AppError('upload_too_large')
    return all
  })
  if (packets.length < totalPackets) return { received: packets.length, totalPackets, isPartial: true }
  async function* whole(): AsyncGenerator<Uint8Array> {
    for (const known of packets) yield* (await ctx.storage.get(session.customerId, known.sha256)) as AsyncIterable<Uint8Array>
  }
  const kept = await keepOrderFile(ctx, session, { filename, contentType, bytes: whole() })
  const unneeded = await withCustomer(ctx.db, session, 'read write', async (tx) => {
    await deletePackets(tx, key)
    return listUnneeded(
      tx,
      packets.map((known) => known.sha256),
    )
  })
  // The whole file is in no table yet; it may be one of its own packets.
  for (const sha256 of unneeded) if (sha256 !== kept.sha256) await ctx.storage.delete(session.customerId, sha256)
  return kept
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
