import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface PacketKey {
  userId: number
  groupId: string
  fileId: string
}

export interface PacketRow extends PacketKey {
  packet: number
  totalPackets: number
  filename: string
  contentType: string
  sha256: string
  size: number
  createdAt: Date
}

/** One packet of a file at a time: two that come last together would each miss the other, and nobody would make the file. */
export async function lockFile(tx: CustomerTx, { userId, groupId, fileId }: PacketKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || ${`/${JSON.stringify([userId, groupId, fileId])}`}, 7340021105))`.execute(
    tx,
  )
}

/** A packet that is there already stays as it is. */
export async function insertPacket(tx: CustomerTx, row: PacketRow): Promise<void> {
  await tx
    .insertInto('uploadPacket')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customerId', 'userId', 'groupId', 'fileId', 'packet']).doNothing())
    .execute()
}

export function listPackets(tx: CustomerTx, { userId, groupId, fileId }: PacketKey) {
  return tx
    .selectFrom('uploadPacket')
    .select(['packet', 'totalPackets', 'filename', 'contentType', 'sha256', 'size'])
    .where('userId', '=', userId)
    .where('groupId', '=', groupId)
    .where('fileId', '=', fileId)
    .orderBy('packet')
    .execute()
}

export async function deletePackets(tx: CustomerTx, { userId, groupId, fileId }: PacketKey): Promise<void> {
  await tx.deleteFrom('uploadPacket').where('userId', '=', userId).where('groupId', '=', groupId).where('fileId', '=', fileId).execute()
}

/** Packets of groups that were never finished; returns what lies in storage for them. */
export function deleteOldPackets(tx: CustomerTx, before: Date) {
  return tx.deleteFrom('uploadPacket').where('createdAt', '<', before).returning('sha256').execute()
}

/** Those of the stored bytes that no packet, upload or document refers to. Bytes are stored by their hash, so a packet may be a whole document. */
export async function listUnneeded(tx: CustomerTx, hashes: readonly string[]): Promise<string[]> {
  if (!hashes.length) return []
  const needed = await tx
    .selectFrom('uploadPacket')
    .select('sha256')
    .where('sha256', 'in', [...hashes])
    .union(
      tx
        .selectFrom('upload')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .union(
      tx
        .selectFrom('epcisDocument')
        .select('sha256')
        .where('sha256', 'in', [...hashes]),
    )
    .execute()
  const known = new Set(needed.map((row) => row.sha256))
  return [...new Set(hashes)].filter((sha256) => !known.has(sha256))
}
