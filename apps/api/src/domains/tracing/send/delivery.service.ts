import type { CustomerTx } from '../../../db/types.ts'
import { findSendingOfMail, listCovered, listDeliveries } from '../answer/answer.queries.ts'
import { findRequest, insertEntry, lockRequest, updateRequest } from '../request.queries.ts'
import { coversAll, newestOf } from '../standing.rules.ts'

/**
 * Takes back what a mail that did not arrive was counted for. Each answer, and the acknowledgment, is judged by its newest sending: if that one did not
 * arrive, the request is open again and its clock runs. A closed request is opened again.
 */
export async function withdrawUndelivered(tx: CustomerTx, requestId: number, now: Date): Promise<void> {
  const request = await findRequest(tx, requestId)
  if (request?.direction !== 'in') return
  const deliveries = await listDeliveries(tx, requestId)
  const arrived = newestOf(deliveries).filter(({ isLost }) => !isLost)
  const [first] = arrived.filter(({ answerId }) => answerId !== null).sort((one, other) => one.at.getTime() - other.at.getTime())
  const isAcknowledged = arrived.some(({ answerId }) => answerId === null)
  const isCovered = coversAll(await listCovered(tx, requestId), request.itemCount)
  const isReopened = request.endedAt !== null && request.coveredAt !== null && !isCovered
  await updateRequest(tx, requestId, {
    acknowledgedAt: isAcknowledged ? request.acknowledgedAt : null,
    answeredAt: first?.at ?? null,
    coveredAt: isCovered ? request.coveredAt : null,
    ...(isReopened ? { endedAt: null, endNote: null } : {}),
  })
  if (isReopened)
    await insertEntry(tx, {
      requestId,
      at: now,
      userId: null,
      byName: null,
      words: 'the request was opened again, because its answer did not arrive',
    })
}

/** Handles a mail of a request that the mail server refused. */
export async function withdrawMail(tx: CustomerTx, mailId: number, now: Date): Promise<void> {
  const sending = await findSendingOfMail(tx, mailId)
  if (!sending) return
  const { requestId, toWords } = sending
  await lockRequest(tx, requestId)
  const words = `the email to ${toWords ?? 'the recipient'} could not be delivered`
  await insertEntry(tx, { requestId, at: now, userId: null, byName: null, words: words.slice(0, 500) })
  await withdrawUndelivered(tx, requestId, now)
}
