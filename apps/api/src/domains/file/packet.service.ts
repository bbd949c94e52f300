import type { CustomerTx } from '../../db/types.ts'
import type { Storage } from '../../outside/storage.ts'
import { deleteOldPackets, listUnneeded } from './file.queries.ts'

/** Forgets packets of uploads that were never finished, and their bytes. */
export async function dropOldPackets(tx: CustomerTx, storage: Storage, customerId: number, before: Date): Promise<void> {
  const dropped = await deleteOldPackets(tx, before)
  const unneeded = await listUnneeded(
    tx,
    dropped.map((packet) => packet.sha256),
  )
  for (const sha256 of unneeded) await storage.delete(customerId, sha256)
}
