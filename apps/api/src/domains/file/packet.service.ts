import { createHash } from 'node:crypto'
import { packet as packetSchema } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { DAY_MS } from '../../core/day.ts'
import { AppError, type ErrorKind } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type Storage, wholeBytes } from '../../outside/storage.ts'
import { fileErrors } from './file.facts.ts'
import {
  countOpenUploads,
  deleteLeftover,
  deleteOldPackets,
  deletePackets,
  findLeftover,
  insertLeftovers,
  insertPacket,
  listLeftovers,
  listPackets,
  listUnneeded,
  lockBytes,
  lockPackets,
  type PacketKey,
} from './file.queries.ts'
import type { IncomingFile, SealedFile } from './upload-seal.ts'

/** How an upload that is sent in packets is accepted: the maximum size of the file, and the function that gets the complete file. */
export interface PacketTarget {
  maxBytes: number
  tooLarge: ErrorKind
  /** Keeps packets for different targets apart, such as attachments of two meds, even if the sender uses the same group id for both. */
  scope?: string
  /** Stores or refuses the complete file. */
  keep(file: IncomingFile): Promise<SealedFile>
}

export type Whole = SealedFile & { totalPackets: number; groupId: string; fileId: string }
export interface Partial {
  received: number
  totalPackets: number
  isPartial: true
}

/**
 * Accepts one packet of a file. Packets may come in any order; a repeated packet changes nothing. The packet that completes the file creates it.
 * @throws AppError packet_differs if the packet states another total or name than earlier packets of the file, packet_changed if the same packet came
 * before with other bytes, too_many_packets if the user has too many unfinished uploads, and the errors of the target.
 */
export async function keepPacket(ctx: Context, session: Session, body: unknown, target: PacketTarget): Promise<Whole | Partial> {
  const parsed = packetSchema.safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AppError(coreErrors.upload_missing, {
      detail: issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'No file selected',
    })
  }
  const { id, groupId, filename, contentType, currentPacket, totalPackets, packet } = parsed.data
  if (currentPacket > totalPackets) throw new AppError(fileErrors.packet_out_of_range)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packet)) throw new AppError(fileErrors.packet_not_base64)
  const key = { userId: session.userId, groupId: `${target.scope ?? ''}${groupId}`, fileId: String(id) }
  const bytes = Buffer.from(packet, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const incoming = { packet: currentPacket, totalPackets, filename, contentType, sha256, size: bytes.length }
  // The packet is checked twice: before its bytes are stored, and again when its row is inserted, because another packet may have arrived in between.
  const isKnown = await withCustomer(ctx.db, session, 'read write', async (tx) => {
    const known = await checkPacket(tx, target, key, incoming)
    // The bytes are registered before they are stored, so that the sweep finds them even if this call fails.
    if (!known) await insertLeftovers(tx, [incoming], ctx.now)
    return known
  })
  if (!isKnown) await ctx.storage.put(session.customerId, wholeBytes(bytes))
  const packets = await withCustomer(ctx.db, session, 'read write', async (tx) => {
    if (!(await checkPacket(tx, target, key, incoming))) {
      await lockBytes(tx, sha256)
      // Throws if the sweep has just deleted the same bytes, which an older upload left behind; the packet is then refused.
      await ctx.storage.size(session.customerId, sha256)
      await insertPacket(tx, { ...key, ...incoming, createdAt: ctx.now })
    }
    return listPackets(tx, key)
  })
  if (packets.length < totalPackets) return { received: packets.length, totalPackets, isPartial: true }
  async function* whole(): AsyncGenerator<Uint8Array> {
    // Node's types declare stream chunks as any; those of a stored file are bytes
    for (const known of packets) yield* (await ctx.storage.get(session.customerId, known.sha256)) as AsyncIterable<Uint8Array>
  }
  const kept = await target.keep({ filename, contentType, bytes: whole() })
  await withCustomer(ctx.db, session, 'read write', async (tx) => {
    // Locks the packets, because a client may send one of them again at the same time: the repeated call must find either all packets or none.
    await lockPackets(tx, key.userId)
    await deletePackets(tx, key)
    // The packets are now part of the complete file, so they are registered for the sweep with a size of 0 and the bytes are counted only once. The
    // complete file is registered too, because the caller may still refuse it.
    await insertLeftovers(tx, [...packets.map((known) => ({ ...known, size: 0 })), kept], ctx.now)
  })
  return { ...kept, totalPackets, groupId: String(groupId), fileId: key.fileId }
}

/** Limit for a user's unfinished files: enough for any real use, too few to fill the storage. */
const OPEN_GROUPS = 50
const FILES_PER_GROUP = 20

/**
 * Checks a packet before it is stored. Returns true if the same bytes are already stored as this packet.
 * @throws AppError packet_differs, packet_changed, too_many_packets, or `tooLarge`.
 */
async function checkPacket(
  tx: CustomerTx,
  { maxBytes, tooLarge }: PacketTarget,
  key: PacketKey,
  {
    packet,
    totalPackets,
    filename,
    contentType,
    sha256,
    size,
  }: { packet: number; totalPackets: number; filename: string; contentType: string; sha256: string; size: number },
): Promise<boolean> {
  await lockPackets(tx, key.userId)
  const all = await listPackets(tx, key)
  if (all.some((known) => known.totalPackets !== totalPackets || known.filename !== filename || known.contentType !== contentType))
    throw new AppError(fileErrors.packet_differs)
  const same = all.find((known) => known.packet === packet)
  if (same && same.sha256 !== sha256) throw new AppError(fileErrors.packet_changed)
  if (same) return true
  const sum = all.reduce((total, known) => total + known.size, size)
  if (sum > maxBytes) throw new AppError(tooLarge)
  const open = await countOpenUploads(tx, key)
  if (open.groups >= OPEN_GROUPS || open.filesOfGroup >= FILES_PER_GROUP || open.bytes + sum > 2 * maxBytes)
    throw new AppError(fileErrors.too_many_packets)
  return false
}

/** Packets of a file that have arrived; empty once the file is complete. */
export async function readPackets(
  tx: CustomerTx,
  session: Session,
  { groupId, id, scope }: { groupId: string; id: string; scope: string },
) {
  const rows = await listPackets(tx, { userId: session.userId, groupId: `${scope}${groupId}`, fileId: id })
  return { packets: rows.map((row) => row.packet) }
}

/**
 * Registers bytes to which this transaction deletes the last reference. After the transaction, `deleteReleasedBytes` or the next sweep deletes the
 * bytes.
 */
export function releaseBytes(tx: CustomerTx, files: readonly { sha256: string; size: number }[], now: Date): Promise<void> {
  return insertLeftovers(tx, files, now)
}

/**
 * Deletes bytes that were released at `leftAt`, if no row refers to them; returns false if nothing was deleted. Bytes that another call has released
 * or stored again since then are left to the sweep.
 */
export async function deleteReleasedBytes(
  tx: CustomerTx,
  storage: Storage,
  { customerId, sha256, leftAt }: { customerId: number; sha256: string; leftAt: Date },
): Promise<boolean> {
  await lockBytes(tx, sha256)
  if (!(await findLeftover(tx, sha256, leftAt))) return false
  const isUnneeded = (await listUnneeded(tx, [sha256])).length > 0
  if (isUnneeded) await storage.delete(customerId, sha256)
  await deleteLeftover(tx, sha256)
  return isUnneeded
}

/**
 * Deletes packets of unfinished uploads that are older than `before`, and stored bytes that have had no reference since before then. The bytes of the
 * packets are deleted only in a later call, one day after.
 */
export async function dropOldPackets(tx: CustomerTx, storage: Storage, customerId: number, before: Date): Promise<void> {
  for (const sha256 of await listLeftovers(tx, before)) {
    await lockBytes(tx, sha256)
    if ((await listUnneeded(tx, [sha256])).length) await storage.delete(customerId, sha256)
    await deleteLeftover(tx, sha256)
  }
  const dropped = await deleteOldPackets(tx, before)
  await insertLeftovers(tx, dropped, new Date(before.getTime() + DAY_MS))
}
