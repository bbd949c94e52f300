import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readVisibleOrder } from '../order.service.ts'
import { deleteOldPresence, deletePresence, listPeoplePresent, savePresence } from './presence.queries.ts'

/** A report counts for this long. The page reports every twenty seconds that it is open, so two reports may be lost. */
const PRESENT_MS = 50_000
/**
 * How long to keep the record of a person who has the order open. Far longer than the interval at which a page reports that it is open, so that the
 * record is never deleted while the page is still open.
 */
const RETENTION_MS = 60 * 60_000

/**
 * Records that the caller has the order open and returns the others who have it open. If the caller leaves, deletes the record and returns nobody.
 */
export async function updatePresence(
  tx: CustomerTx,
  session: Session,
  { documentId, isLeaving = false }: { documentId: number; isLeaving?: boolean | undefined },
) {
  await readVisibleOrder(tx, session, documentId)
  const { userId, now } = session
  if (isLeaving) {
    await deletePresence(tx, documentId, userId)
    return { others: [] }
  }
  await deleteOldPresence(tx, new Date(now.getTime() - RETENTION_MS))
  await savePresence(tx, { documentId, userId, seenAt: now })
  return { others: await listPeoplePresent(tx, { documentId, userId, since: new Date(now.getTime() - PRESENT_MS) }) }
}
