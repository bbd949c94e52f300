import type { CustomerTx } from '../../../db/types.ts'
import { findSendingOfMail, listCovered, listDeliveries } from '../answer/answer.queries.ts'
import { findRequest, insertEntry, lockRequest, type RequestRecord, updateRequest } from '../request.queries.ts'
import { coversAll, newestOf } from '../standing.rules.ts'

interface Delivered {
  acknowledgedAt: Date | null
  answeredAt: Date | null
  coveredAt: Date | null
  isAnswerLost: boolean
}

/**
 * Computes which answers, and whether the acknowledgment, have reached the requester. If one of these was sent several times, only its newest sending
 * counts.
 */
async function readDelivered(tx: CustomerTx, request: RequestRecord, at: Date): Promise<Delivered> {
  const newest = newestOf(await listDeliveries(tx, request.id))
  const arrived = newest.filter(({ isLost }) => !isLost)
  const [first] = arrived.filter(({ answerId }) => answerId !== null).sort((one, other) => one.at.getTime() - other.at.getTime())
  const answerIds = arrived.flatMap(({ answerId }) => answerId ?? [])
  const isCovered = coversAll(await listCovered(tx, answerIds), request.itemCount)
  return {
    acknowledgedAt: arrived.some(({ answerId }) => answerId === null) ? request.acknowledgedAt : null,
    answeredAt: first?.at ?? null,
    coveredAt: isCovered ? (request.coveredAt ?? at) : null,
    isAnswerLost: newest.some(({ answerId, isLost }) => answerId !== null && isLost),
  }
}

/**
 * Recomputes `answeredAt`, when the first answer reached the requester, and `coveredAt`, when the delivered answers first covered every item of the
 * request. If the last item is covered only by the delivery at `at`, `coveredAt` becomes `at`.
 */
export async function countDelivered(tx: CustomerTx, requestId: number, at: Date): Promise<void> {
  const request = await findRequest(tx, requestId)
  if (request?.direction !== 'in') return
  const { answeredAt, coveredAt } = await readDelivered(tx, request, at)
  await updateRequest(tx, requestId, { answeredAt, coveredAt })
}

/**
 * Updates the request's `answeredAt` and `coveredAt` (see `countDelivered`) after a mail server has accepted an email with one of the request's
 * answers.
 */
export async function countSentMail(tx: CustomerTx, mailId: number, sentAt: Date): Promise<void> {
  const sending = await findSendingOfMail(tx, mailId)
  if (!sending) return
  await lockRequest(tx, sending.requestId)
  await countDelivered(tx, sending.requestId, sentAt)
}

/**
 * Updates a request after an answer to it turned out to have reached nobody. Unless another answer arrived, the request counts as unanswered again,
 * and the time to answer it keeps running. If the request was closed because of the lost answer, reopens it.
 */
export async function withdrawUndelivered(tx: CustomerTx, requestId: number, now: Date): Promise<void> {
  const request = await findRequest(tx, requestId)
  if (request?.direction !== 'in') return
  const { isAnswerLost, ...delivered } = await readDelivered(tx, request, now)
  const isTakenBack = request.coveredAt !== null || (request.answeredAt !== null && isAnswerLost)
  const isReopened = request.endedAt !== null && isTakenBack && delivered.coveredAt === null
  await updateRequest(tx, requestId, { ...delivered, ...(isReopened ? { endedAt: null, endNote: null } : {}) })
  if (isReopened)
    await insertEntry(tx, {
      requestId,
      at: now,
      userId: null,
      byName: null,
      words: 'the request was opened again, because its answer did not arrive',
    })
}

/**
 * Notes in a request's history that one of its emails could not be delivered. If an answer reached nobody, the request counts as unanswered again.
 */
export async function withdrawMail(tx: CustomerTx, mailId: number, now: Date): Promise<void> {
  const sending = await findSendingOfMail(tx, mailId)
  if (!sending) return
  const { requestId, toWords } = sending
  await lockRequest(tx, requestId)
  const words = `the email to ${toWords ?? 'the recipient'} could not be delivered`
  await insertEntry(tx, { requestId, at: now, userId: null, byName: null, words: words.slice(0, 500) })
  await withdrawUndelivered(tx, requestId, now)
}
