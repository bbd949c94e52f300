import type { CustomerTx } from '../../db/types.ts'
import type { Storage } from '../../outside/storage.ts'
import { deleteOldPackets } from './file.queries.ts'

/** Forgets packets of uploads that were never finished, and their bytes. */
export async function dropOldPackets(tx: CustomerTx, storage: Storage, customerId: number, before: Date): Promise<void> {
  for (const { sha256 } of await deleteOldPackets(tx, before)) await storage.delete(customerId, sha256)
}
