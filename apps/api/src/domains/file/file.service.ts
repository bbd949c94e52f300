import { packet as packetSchema } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { Context } from '../../context.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { TooLargeError } from '../../outside/storage.ts'
import { recordRefusal } from '../order/upload.service.ts'
import {
  countOpen,
  deletePackets,
  insertLeftovers,
  insertPacket,
  listPackets,
  lockBytes,
  lockPackets,
  type PacketKey,
} from './file.queries.ts'
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
 * @throws AppError packet_differs when totals or names do not agree with the packets before, too_many_packets when too much is unfinished
 * already, and the refusals of `keepOrderFile`.
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
  const bytes = Buffer.from(packet, 'base64')
  const incoming = { packet: currentPacket, totalPackets, filename, contentType, size: bytes.length }
  // Before anything is stored, and again with the row: another packet may have come in between.
  await withCustomer(ctx.db, session, 'read write', (tx) => checkPacket(tx, ctx, key, incoming))
  const stored = await ctx.storage.put(session.customerId, one(bytes))
  const packets = await withCustomer(ctx.db, session, 'read write', async (tx) => {
    await checkPacket(tx, ctx, key, incoming)
    await lockBytes(tx, stored.sha256)
    // Throws when the sweep deleted the same bytes of an older upload in this moment: then the packet is not taken.
    await ctx.storage.size(session.customerId, stored.sha256)
    await insertPacket(tx, { ...key, ...incoming, sha256: stored.sha256, createdAt: ctx.now })
    return listPackets(tx, key)
  })
  if (packets.length < totalPackets) return { received: packets.length, totalPackets, isPartial: true }
  async function* whole(): AsyncGenerator<Uint8Array> {
    for (const known of packets) yield* (await ctx.storage.get(session.customerId, known.sha256)) as AsyncIterable<Uint8Array>
  }
  const kept = await keepOrderFile(ctx, session, { filename, contentType, bytes: whole() })
  await withCustomer(ctx.db, session, 'read write', async (tx) => {
    await deletePackets(tx, key)
    await insertLeftovers(
      tx,
      packets.map((known) => known.sha256),
      ctx.now,
    )
  })
  return kept
}

/** Unfinished files of one user: enough for anybody who sends files, too little to fill the storage with. */
const OPEN_GROUPS = 50

async function checkPacket(
  tx: CustomerTx,
  { config }: Context,
  key: PacketKey,
  {
    packet,
    totalPackets,
    filename,
    contentType,
    size,
  }: { packet: number; totalPackets: number; filename: string; contentType: string; size: number },
): Promise<void> {
  await lockPackets(tx, key.userId)
  const all = await listPackets(tx, key)
  if (all.some((known) => known.totalPackets !== totalPackets || known.filename !== filename || known.contentType !== contentType))
    throw new AppError('packet_differs')
  if (all.some((known) => known.packet === packet)) return
  const sum = all.reduce((total, known) => total + known.size, size)
  if (sum > config.uploadMaxBytes) throw new AppError('upload_too_large')
  const open = await countOpen(tx, key)
  if (open.groups >= OPEN_GROUPS || open.bytes + sum > 2 * config.uploadMaxBytes) throw new AppError('too_many_packets')
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
