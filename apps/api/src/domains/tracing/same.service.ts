import type { CustomerTx } from '../../db/types.ts'
import { fingerprintOf } from './items.ts'
import { listSameItems, lockFingerprint, type RequestRecord, type StoredItem } from './request.queries.ts'
import { isSameRequest, type RequestIdentity } from './same.rules.ts'

interface Found {
  fingerprint: string
  /** The newest other request for the same items by the same asker. */
  same: Awaited<ReturnType<typeof listSameItems>>[number] | undefined
}

/**
 * Looks for another incoming request (not `ownId`) for the same items by the same asker. If another transaction is recording such a request right
 * now, waits until that transaction ends, because its row is not visible before.
 */
export async function findSameRequest(
  tx: CustomerTx,
  asking: RequestIdentity,
  items: readonly StoredItem[],
  ownId?: number,
): Promise<Found> {
  const fingerprint = fingerprintOf('in', items)
  if (!items.length) return { fingerprint, same: undefined }
  await lockFingerprint(tx, fingerprint)
  const same = (await listSameItems(tx, fingerprint)).find((other) => other.id !== ownId && isSameRequest(asking, other))
  return { fingerprint, same }
}

/**
 * Recomputes the fingerprint of a request after an edit, and looks for an older request with the same content.
 * @returns the new fingerprint and, as `duplicateOfId`, the older request's id or null. Drills and outgoing requests are not compared with others, so
 * their `duplicateOfId` stays as it is.
 */
export async function renewFingerprint(
  tx: CustomerTx,
  { id, isDrill, direction, duplicateOfId, ...asking }: RequestRecord,
  items: readonly StoredItem[],
): Promise<{ fingerprint: string; duplicateOfId: number | null }> {
  if (isDrill || direction === 'out') return { fingerprint: fingerprintOf(direction, items), duplicateOfId }
  const { fingerprint, same } = await findSameRequest(tx, asking, items, id)
  return { fingerprint, duplicateOfId: same && same.id < id ? same.id : null }
}
