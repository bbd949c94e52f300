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
