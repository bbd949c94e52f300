import type { CustomerTx } from '../../db/types.ts'
import type { Storage } from '../../outside/storage.ts'
import { deleteLeftover, deleteOldPackets, insertLeftovers, listLeftovers, listUnneeded, lockBytes } from './file.queries.ts'

/** Forgets packets of uploads that were never finished, and deletes the bytes that were left over before this time and that no row names. */
export async function dropOldPackets(tx: CustomerTx, storage: Storage, customerId: number, before: Date): Promise<void> {
  for (const sha256 of await listLeftovers(tx, before)) {
    await lockBytes(tx, sha256)
    if ((await listUnneeded(tx, [sha256])).length) await storage.delete(customerId, sha256)
    await deleteLeftover(tx, sha256)
  }
  const dropped = await deleteOldPackets(tx, before)
  const hashes = dropped.map((packet) => packet.sha256)
  await insertLeftovers(tx, hashes, new Date(before.getTime() + DAY))
}

const DAY = 86_400_000
