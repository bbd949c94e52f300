import { type NewTracingAnswer, type Ok, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { findElsewhere, traceItems } from '../find/find.service.ts'
import { expectLockedRequest, expectOpen, expectRequest, listSeen, mayReadAnswer, type TracingRight } from '../request.access.ts'
import { insertEntry } from '../request.queries.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { answerName, answerSheet } from './answer.pdf.ts'
import { type AnswerRecord, findAnswer, insertAnswer, isAnswerWaiting, lockAnswer, markDiscarded } from './answer.queries.ts'

/**
 * Queues an answer about the items in `numbers` or, if that is empty, about all items that the request has now. Items that are added to the request
 * later are not part of the answer.
 * @throws AppError tracing_is_out, tracing_closed, tracing_no_items, tracing_answer_waits, tracing_number_unknown.
 */
export async function prepareAnswer(
  tx: CustomerTx,
  session: Session,
  { requestId, numbers, note }: NewTracingAnswer,
): Promise<{ answerId: number }> {
  const request = await expectLockedRequest(tx, session, requestId)
  if (request.direction === 'out') throw new AppError(tracingErrors.tracing_is_out)
  expectOpen(request)
  if (request.itemCount === 0) throw new AppError(tracingErrors.tracing_no_items)
  if (numbers.some((number) => number > request.itemCount)) throw new AppError(tracingErrors.tracing_number_unknown)
  if (await isAnswerWaiting(tx, requestId)) throw new AppError(tracingErrors.tracing_answer_waits)
  const all = Array.from({ length: request.itemCount }, (_, at) => at + 1)
  const items = numbers.length ? [...new Set(numbers)].sort((one, other) => one - other) : all
  const madeBy = writeFullName(session)
  const { id, number } = await insertAnswer(tx, {
    requestId,
    items,
    itemCount: items.length,
    locationIds: await listSeen(tx, session),
    note,
    timeZone: session.timeZone,
    madeAt: session.now,
    madeById: session.userId,
    madeBy,
  })
  const detail = { answer: number, items: items.length }
  await audit(tx, session, { action: 'tracing.prepare', subject: 'tracing', subjectId: requestId, detail })
  await insertEntry(tx, { requestId, at: session.now, userId: session.userId, byName: madeBy, words: `prepared answer ${number}` })
  await enqueue(tx, 'tracing.build', { answerId: id }, { key: `tracing ${session.customerId} ${id}` })
  return { answerId: id }
}

/** Discards an answer that has not been handed over. @throws AppError tracing_answer_sent. */
export async function discardAnswer(
  tx: CustomerTx,
  session: Session,
  { requestId, answerId }: { requestId: number; answerId: number },
): Promise<Ok> {
  await expectLockedRequest(tx, session, requestId)
  const answer = await lockAnswer(tx, answerId)
  if (answer?.requestId !== requestId) throw new AppError(tracingErrors.tracing_answer_not_found)
  if (answer.sentAt) throw new AppError(tracingErrors.tracing_answer_sent)
  await markDiscarded(tx, answerId)
  await audit(tx, session, { action: 'tracing.discard', subject: 'tracing', subjectId: requestId, detail: { answer: answer.number } })
  return { ok: true }
}

/**
 * Finds an answer to a request. The caller must be allowed to see the request and all locations of the answer.
 *
 * @throws AppError tracing_not_found, tracing_answer_not_found.
 */
export async function expectAnswer(
  tx: CustomerTx,
  session: Session,
  { requestId, answerId }: { requestId: number; answerId: number },
  right: TracingRight,
) {
  const request = await expectRequest(tx, session, requestId, right)
  const answer = await findAnswer(tx, answerId)
  if (answer?.requestId !== requestId || !mayReadAnswer(session, answer)) throw new AppError(tracingErrors.tracing_answer_not_found)
  return { request, answer }
}

/**
 * Returns hash and size of an answer's stored file.
 * @throws AppError tracing_answer_removed, tracing_answer_not_ready.
 */
export function toAnswerFile({ state, sha256, bytes, removedAt }: AnswerRecord): { sha256: string; size: number } {
  if (removedAt) throw new AppError(tracingErrors.tracing_answer_removed)
  if (state !== 'ready' || sha256 === null) throw new AppError(tracingErrors.tracing_answer_not_ready)
  return { sha256, size: Number(bytes) }
}

/** Prints the answer as it would look now, before it is prepared. @throws AppError pdf_failed, tracing_not_found. */
export async function previewAnswer(ctx: Context, session: Session, { requestId, numbers, note }: NewTracingAnswer) {
  await ctx.inTx('read only', (tx) => expectRequest(tx, session, requestId, 'tracing:read'))
  const elsewhere = await findElsewhere(ctx.db, session, requestId)
  const answered = await ctx.inTx('read only', async (tx) => {
    const request = await expectRequest(tx, session, requestId, 'tracing:read')
    const customerName = await getCustomerName(tx)
    const context = { ...session, timeZone: request.timeZone }
    const traced = await traceItems(tx, context, request, { numbers, elsewhere, ownName: customerName })
    return { request, traced, customerName, note }
  })
  const bytes = await printSheet(ctx, session, answerSheet(answered, printStamp(ctx, session)))
  return { filename: `${answerName(answered.request)}-preview.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
