import {
  type CreatedTracing,
  type NewTracingRequest,
  type Page,
  type TracingFigures,
  type TracingFound,
  type TracingItemsSearch,
  type TracingLine,
  type TracingList,
  type TracingRequest,
  type TracingSearch,
  type TracingSummary,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { addMonths, endOfDay } from '../../core/day.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readAnswers, readSendings } from './answer/answer-read.service.ts'
import { findElsewhere, type Traced, traceItems } from './find/find.service.ts'
import { queueSearch } from './find/search.service.ts'
import { aboutWords, readItems } from './items.ts'
import { expectPlace } from './place.service.ts'
import { expectRequest, mayAt, mayReadAnswer, placesOf } from './request.access.ts'
import {
  countToAnswer,
  findRequest,
  insertEntry,
  insertRequest,
  listEntries,
  listFiles,
  listReceivedIn,
  listRequests,
  readFigures,
} from './request.queries.ts'
import { toCounts, toDetail, toSummary } from './request.view.ts'
import { findSameRequest } from './same.service.ts'
import { expectReceivedBefore, legalDueOf, targetOf } from './tracing-clock.ts'

const isIdKey = (key: unknown): key is number => Number.isSafeInteger(key)

/** Requests at the caller's locations: open ones by their deadline, earliest first; other views newest first. */
export async function listTracing(tx: CustomerTx, session: Session, { view, limit, cursor }: TracingSearch): Promise<TracingList> {
  const after = readCursor(cursor, isIdKey)
  const rows = await listRequests(tx, placesOf(session, 'tracing:read'), { view, limit: limit + 1, after })
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  return { items: items.map((row) => toSummary(session, row)), nextCursor }
}

/** Requests and drills received in a period at these locations (null: at all locations), oldest first, for an inspection pack. */
export async function listTracingOf(
  tx: CustomerTx,
  chosen: { from: Date; to: Date; locationIds: readonly number[] | null },
): Promise<TracingSummary[]> {
  const seeing = { scope: chosen.locationIds === null ? ('all' as const) : ('some' as const), locationIds: chosen.locationIds ?? [] }
  return (await listReceivedIn(tx, chosen)).map((row) => toSummary(seeing, row))
}

export async function readTracingFigures(tx: CustomerTx, session: Session): Promise<TracingFigures> {
  const { drillId, drillEndedAt, drillMinutes, drillItems, drillCounts, nextDueAt, ...figures } = await readFigures(
    tx,
    placesOf(session, 'tracing:read'),
    {
      now: session.now,
      yearAgo: addMonths(session.now, -12),
    },
  )
  const counts = toCounts(session, { counts: drillCounts })
  const lastDrill =
    drillId === null || drillEndedAt === null
      ? null
      : { id: drillId, endedAt: drillEndedAt.toISOString(), minutes: drillMinutes ?? 0, gaps: counts && (drillItems ?? 0) - counts.found }
  return { ...figures, nextDueAt: nextDueAt?.toISOString() ?? null, lastDrill }
}

export async function countTracing(tx: CustomerTx, session: Session): Promise<{ amount: number }> {
  return { amount: await countToAnswer(tx, placesOf(session, 'tracing:read')) }
}

/** One request with its answers and its history. @throws AppError tracing_not_found. */
export async function getTracing(tx: CustomerTx, session: Session, { requestId }: { requestId: number }): Promise<TracingRequest> {
  const row = await expectRequest(tx, session, requestId, 'tracing:read')
  const sendings = await readSendings(tx, requestId)
  const files = Map.groupBy(await listFiles(tx, requestId), ({ entryId }) => entryId)
  const entries = await listEntries(tx, requestId)
  const older = row.duplicateOfId === null ? undefined : await findRequest(tx, row.duplicateOfId)
  return {
    ...toDetail(session, row),
    duplicateOf: older && mayAt(session, 'tracing:read', older.locationId) ? { id: older.id, number: older.number } : null,
    mayWrite: mayAt(session, 'tracing:write', row.locationId),
    answers: await readAnswers(tx, requestId, sendings, (answer) => mayReadAnswer(session, answer)),
    sendings: sendings.filter(({ answerId }) => answerId === null).map(({ answerId: _, ...sending }) => sending),
    entries: entries.map(({ byName, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: byName,
      files: (files.get(entry.id) ?? []).map(({ id, filename, size }) => ({ id, filename, size: Number(size) })),
    })),
  }
}

/** Finds what is on file now about each item of a request. @throws AppError tracing_not_found. */
export async function findTracing(ctx: Context, session: Session, { requestId }: { requestId: number }): Promise<TracingFound> {
  await ctx.inTx('read only', (tx) => expectRequest(tx, session, requestId, 'tracing:read'))
  const elsewhere = await findElsewhere(ctx.db, session, requestId)
  return ctx.inTx('read only', async (tx) => {
    const row = await expectRequest(tx, session, requestId, 'tracing:read')
    return toFound(await traceItems(tx, { ...session, timeZone: row.timeZone }, row, { elsewhere }))
  })
}

/** Maximum number of records for each item in the result of a call. The files of an answer contain more. */
const SHOWN_RECORDS = 20

function toFound({ documents: _, transactions: __, lines, ...found }: Traced): TracingFound {
  return { ...found, lines: lines.map((line) => ({ ...line, records: line.records.slice(0, SHOWN_RECORDS) })) }
}

/** One page of the items of a request, each with what is on file about it now. @throws AppError tracing_not_found. */
export async function listTracingItems(
  ctx: Context,
  session: Session,
  { requestId, limit, cursor }: TracingItemsSearch,
): Promise<Page<TracingLine>> {
  const after = readCursor(cursor, isIdKey) ?? 0
  const itemCount = await ctx.inTx('read only', async (tx) => (await expectRequest(tx, session, requestId, 'tracing:read')).itemCount)
  const numbers = Array.from({ length: Math.max(0, Math.min(limit + 1, itemCount - after)) }, (_, at) => after + at + 1)
  if (!numbers.length) return { items: [], nextCursor: null }
  const elsewhere = await findElsewhere(ctx.db, session, requestId, numbers)
  const { lines } = await ctx.inTx('read only', async (tx) => {
    const row = await expectRequest(tx, session, requestId, 'tracing:read')
    return toFound(await traceItems(tx, { ...session, timeZone: row.timeZone }, row, { numbers, elsewhere }))
  })
  return pageOf(lines, limit, ({ number }) => number)
}

/**
 * Records a request and queues the search for its items. If the same asker has sent the same request before and `again` is not set, records nothing
 * and returns the earlier request.
 *
 * @throws AppError tracing_place_not_found, tracing_item_invalid, tracing_ahead.
 */
export async function createTracing(tx: CustomerTx, session: Session, asked: NewTracingRequest): Promise<CreatedTracing> {
  const { locationId, identityHow, items: typed, again, statedDue, receivedAt: at, ...request } = asked
  const timeZone = await expectPlace(tx, session, locationId)
  const receivedAt = new Date(at)
  expectReceivedBefore(receivedAt, session.now)
  const items = readItems(typed)
  const { fingerprint, same: before } = await findSameRequest(tx, { ...request, mailHeaders: null }, items)
  const same = before && mayAt(session, 'tracing:read', before.locationId) ? before : undefined
  if (same && !again) {
    auditNothing(session)
    return { id: null, number: null, same: { id: same.id, number: same.number, receivedAt: same.receivedAt.toISOString() } }
  }
  const author = { by: writeFullName(session), userId: session.userId }
  const created = await insertRequest(
    tx,
    {
      ...request,
      direction: 'in',
      isDrill: false,
      locationId,
      tradingPartnerId: null,
      identityHow,
      identityBy: identityHow && author.by,
      identityAt: identityHow === null ? null : session.now,
      receivedAt,
      timeZone,
      targetAt: targetOf({ receivedAt }),
      legalDueAt: legalDueOf({ receivedAt, timeZone, ...request }),
      statedDueAt: statedDue === null ? null : endOfDay(statedDue, timeZone),
      mailHeaders: null,
      fingerprint,
      duplicateOfId: same?.id ?? null,
      about: aboutWords(items),
      remindOn: null,
      createdAt: session.now,
      createdById: author.userId,
      createdBy: author.by,
    },
    items,
  )
  await audit(tx, session, {
    action: 'tracing.create',
    subject: 'tracing',
    subjectId: created.id,
    detail: { number: created.number, organization: request.organization, basis: request.basis, items: items.length },
  })
  await insertEntry(tx, { requestId: created.id, at: session.now, userId: author.userId, byName: author.by, words: 'recorded the request' })
  await queueSearch(tx, created.id)
  return { ...created, same: null }
}
