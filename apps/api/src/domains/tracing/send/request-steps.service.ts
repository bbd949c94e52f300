import { formatAmount, MOST_TRACING_ITEMS, type MoreTracingItems, type Ok, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { recordUndeliveredMail } from '../../mail/mail.service.ts'
import { findSending } from '../answer/answer.queries.ts'
import { readDrillResult } from '../drill/drill.service.ts'
import { findElsewhere, traceItems } from '../find/find.service.ts'
import { queueSearch } from '../find/search.service.ts'
import { aboutWords, readItems } from '../items.ts'
import { expectLockedRequest, expectOpen, expectRequest, listSeen } from '../request.access.ts'
import { dropCounts, insertEntry, insertItems, listItems, saveCounts, updateRequest } from '../request.queries.ts'
import { renewFingerprint } from '../same.service.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { withdrawUndelivered } from './delivery.service.ts'

/** Adds to the request's history something that the caller did. */
export const noteStep = (tx: CustomerTx, session: Session, requestId: number, words: string, text: string | null = null) =>
  insertEntry(tx, { requestId, at: session.now, userId: session.userId, byName: writeFullName(session), words, text })

/** Records how a person checked the asker's identity; only the newest record counts. */
export async function checkIdentity(tx: CustomerTx, session: Session, { requestId, how }: { requestId: number; how: string }): Promise<Ok> {
  const request = await expectLockedRequest(tx, session, requestId)
  expectOpen(request)
  await updateRequest(tx, requestId, { identityHow: how, identityBy: writeFullName(session), identityAt: session.now })
  await noteStep(tx, session, requestId, `verified the requester: ${how}`)
  await audit(tx, session, { action: 'tracing.identity', subject: 'tracing', subjectId: requestId, detail: { how } })
  return { ok: true }
}

/** Adds items, such as those that an email names in its text. @throws AppError tracing_closed, tracing_item_invalid, tracing_file_long. */
export async function addItems(tx: CustomerTx, session: Session, { requestId, items: typed }: MoreTracingItems): Promise<Ok> {
  const request = await expectLockedRequest(tx, session, requestId)
  expectOpen(request)
  const before = await listItems(tx, requestId)
  const items = readItems(typed)
  if (before.length + items.length > MOST_TRACING_ITEMS) throw new AppError(tracingErrors.tracing_file_long)
  await insertItems(tx, requestId, items, before.length)
  const all = [...before, ...items]
  const renewed = await renewFingerprint(tx, request, all)
  await updateRequest(tx, requestId, { ...renewed, itemCount: all.length, about: aboutWords(all), coveredAt: null })
  await dropCounts(tx, requestId)
  await queueSearch(tx, requestId)
  await noteStep(tx, session, requestId, `added ${formatAmount(items.length, 'item')}`)
  await audit(tx, session, { action: 'tracing.change', subject: 'tracing', subjectId: requestId, detail: { items: items.length } })
  return { ok: true }
}

/**
 * Searches for a request's items again and stores the counts that the list shows. A closed request and an ended drill keep their counts.
 *
 * @throws AppError tracing_closed.
 */
export async function searchAgain(ctx: Context, session: Session, { requestId }: { requestId: number }): Promise<Ok> {
  await ctx.inTx('read only', async (tx) => expectOpen(await expectRequest(tx, session, requestId, 'tracing:write')))
  const elsewhere = await findElsewhere(ctx.db, session, requestId)
  const { counts, itemCount } = await ctx.inTx('read only', async (tx) => {
    const request = await expectRequest(tx, session, requestId, 'tracing:write')
    const found = await traceItems(tx, { ...session, timeZone: request.timeZone }, request, { elsewhere })
    return { counts: found.counts, itemCount: found.lines.length }
  })
  await ctx.inTx('read write', async (tx) => {
    expectOpen(await expectLockedRequest(tx, session, requestId))
    await saveCounts(tx, requestId, { ...counts, locationIds: await listSeen(tx, session) }, { itemCount })
    await noteStep(tx, session, requestId, 'searched the records')
    await audit(tx, session, { action: 'tracing.search', subject: 'tracing', subjectId: requestId, detail: { items: itemCount } })
  })
  return { ok: true }
}

/**
 * Closes a request; the retention period of its records starts now. The result of a drill is stored for good.
 *
 * @throws AppError tracing_closed,
 * tracing_drill_wide.
 */
export async function endRequest(
  ctx: Context,
  session: Session,
  { requestId, note }: { requestId: number; note: string | null },
): Promise<Ok> {
  const { isDrill, locationId } = await ctx.inTx('read only', (tx) => expectRequest(tx, session, requestId, 'tracing:write'))
  // Closing a drill stores its result for good, so a person who cannot see all locations of the drill must not close it.
  const isHidden = isDrill && locationId === null && (await findElsewhere(ctx.db, session, requestId)).length > 0
  if (isHidden) throw new AppError(tracingErrors.tracing_drill_wide)
  await ctx.inTx('read write', (tx) => markEnded(tx, session, { requestId, note }))
  return { ok: true }
}

async function markEnded(tx: CustomerTx, session: Session, { requestId, note }: { requestId: number; note: string | null }): Promise<void> {
  const request = await expectLockedRequest(tx, session, requestId)
  expectOpen(request)
  const result = request.isDrill ? { drillResult: JSON.stringify(await readDrillResult(tx, session, request)) } : {}
  await updateRequest(tx, requestId, { endedAt: session.now, endNote: note, remindOn: null, ...result })
  await noteStep(tx, session, requestId, note ? `closed the request: ${note}` : 'closed the request')
  await audit(tx, session, { action: 'tracing.end', subject: 'tracing', subjectId: requestId, detail: { note } })
}

/**
 * Reopens a request that was closed. A drill stays closed, because its dated result sheet must never change.
 * @throws AppError tracing_open, tracing_drill_ended.
 */
export async function reopenRequest(tx: CustomerTx, session: Session, { requestId }: { requestId: number }): Promise<Ok> {
  const request = await expectLockedRequest(tx, session, requestId)
  if (!request.endedAt) throw new AppError(tracingErrors.tracing_open)
  if (request.isDrill) throw new AppError(tracingErrors.tracing_drill_ended)
  await updateRequest(tx, requestId, { endedAt: null, endNote: null })
  await noteStep(tx, session, requestId, 'reopened the request')
  await audit(tx, session, { action: 'tracing.reopen', subject: 'tracing', subjectId: requestId })
  return { ok: true }
}

/** Records that an email did not arrive, as its recipient reported. @throws AppError mail_not_sent, tracing_answer_not_found. */
export async function markUndelivered(
  tx: CustomerTx,
  session: Session,
  { requestId, sendingId }: { requestId: number; sendingId: number },
): Promise<Ok> {
  await expectLockedRequest(tx, session, requestId)
  const sending = await findSending(tx, sendingId)
  if (sending?.requestId !== requestId || sending.mailId === null) throw new AppError(tracingErrors.tracing_answer_not_found)
  await recordUndeliveredMail(tx, sending.mailId, session)
  await withdrawUndelivered(tx, requestId, session.now)
  await noteStep(tx, session, requestId, `noted that the email to ${sending.toWords} did not arrive`)
  await audit(tx, session, { action: 'tracing.undelivered', subject: 'tracing', subjectId: requestId, detail: { to: sending.toWords } })
  return { ok: true }
}
