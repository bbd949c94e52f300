import { formatNdc } from '@seriatim/gs1'
import type {
  RecallAffected,
  RecallAffectedPage,
  RecallAffectedQuery,
  RecallCode,
  RecallEntry,
  RecallHome,
  RecallHomeQuery,
  RecallSearch,
  RecallStanding,
  RecallStory,
} from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { auditNothing } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { readCursor, toPage } from '../../page.ts'
import { readEntitlement } from '../subscription/entitlement.service.ts'
import { type LotHeld, readAffected, readAffectedPage, readHeldByLot } from './affected.service.ts'
import { lotKey } from './lot.rules.ts'
import { countWaiting } from './match.queries.ts'
import { holdsLot } from './match.rules.ts'
import {
  type CodeRecord,
  countActive,
  countHome,
  countRecalls,
  findCurrentId,
  findStanding,
  type HomeKey,
  type LotRecord,
  listAffected,
  listCodes,
  listHome,
  listLots,
  listOpenLots,
  listRecalls,
  listRecallsOfCodes,
  listTexts,
  listVersions,
  markSeen,
  type RecallRecord,
  searchRecalls,
} from './recall.queries.ts'
import { versionWords } from './version.rules.ts'

/**
 * Recalls are part of what was bought: without them nothing is told, by no call (decision 37).
 *
 * @throws AppError recalls_not_subscribed
 */
export async function mustHaveRecalls(tx: CustomerTx, now: Date): Promise<void> {
  if (!(await readEntitlement(tx, now)).hasRecalls) throw new AppError('recalls_not_subscribed')
}

/** Asked by every screen first; tells nothing of recalls to who has none. */
export async function readStanding(tx: CustomerTx, session: Session): Promise<RecallStanding> {
  const { hasRecalls } = await readEntitlement(tx, session.now)
  if (!hasRecalls) return { hasRecalls, asOf: null, recalls: 0, waiting: 0 }
  const { recalls, lots } = await countWaiting(tx)
  return { hasRecalls, ...(await findStanding(tx)), waiting: recalls + lots }
}

/** @throws AppError recalls_not_subscribed */
export async function readHome(tx: CustomerTx, session: Session, { show, limit, cursor }: RecallHomeQuery): Promise<RecallHome> {
  await mustHaveRecalls(tx, session.now)
  const rows = await listHome(tx, { show, limit, after: readCursor(cursor, isKey), userId: session.userId })
  const { items, nextCursor } = toPage(rows, limit, (row): HomeKey => [row.rank, row.published, row.id])
  const held = await heldOfRecalls(
    tx,
    items.map(({ id }) => id),
  )
  return {
    items: items.map(({ isDone, isSeen, ...row }) => ({
      id: row.id,
      title: row.title,
      manufacturer: row.manufacturer,
      classification: row.classification,
      recallNumbers: row.recallNumbers,
      published: row.published,
      affectedMedCount: row.affectedMedCount,
      possibleMedCount: row.possibleMedCount,
      amountOnHold: held.get(row.id)?.onHold ?? 0,
      amountPending: held.get(row.id)?.pending ?? 0,
      isEnded: row.status === 'Terminated',
      state: isDone ? 'done' : isSeen ? 'seen' : 'new',
    })),
    nextCursor,
    amount: await countHome(tx, show),
  }
}

const isKey = (key: unknown): key is HomeKey =>
  Array.isArray(key) &&
  key.length === 3 &&
  Number.isSafeInteger(key[0]) &&
  /^\d{4}-\d\d-\d\d$/.test(String(key[1])) &&
  Number.isSafeInteger(key[2])

async function heldOfRecalls(tx: CustomerTx, recallIds: readonly number[]): Promise<Map<number, LotHeld>> {
  const all = recallIds.length ? await listAffected(tx, { recallIds }) : []
  const rows = all.filter(({ confidence, isDismissed }) => confidence !== 'possible' && !isDismissed)
  const held = await readHeldByLot(tx, rows)
  const sums = new Map<number, LotHeld>()
  for (const { id, recallId } of rows) {
    const before = sums.get(recallId)
    const { onHold = 0, pending = 0 } = held.get(id) ?? {}
    sums.set(recallId, { onHold: (before?.onHold ?? 0) + onHold, pending: (before?.pending ?? 0) + pending })
  }
  return sums
}

/** @throws AppError recalls_not_subscribed */
export async function search(tx: CustomerTx, session: Session, input: RecallSearch): Promise<(RecallEntry & { namesLot: boolean })[]> {
  await mustHaveRecalls(tx, session.now)
  const sought = await prepareSearch(tx, input)
  if (!sought) return []
  const found = await searchRecalls(tx, sought)
  const naming = new Map(found.map(({ id, namesLot }) => [id, namesLot]))
  return (await withCodes(tx, found)).map((recall) => ({ ...recall, namesLot: naming.get(recall.id) ?? false }))
}

/** With the codes whose ranges hold the lot. A lot of punctuation alone is none, and finds nothing. */
async function prepareSearch(tx: CustomerTx, { lotNumber, ...input }: RecallSearch) {
  if (!lotNumber) return { ...input, lot: undefined }
  if (!/[\p{L}\p{N}]/u.test(lotNumber)) return undefined
  const codes = (await listOpenLots(tx, lotKey(lotNumber))).filter((one) => holdsLot(one, lotNumber))
  return { ...input, lot: { key: lotKey(lotNumber), codeIds: [...new Set(codes.map(({ recallCodeId }) => recallCodeId))] } }
}

/** @throws AppError recalls_not_subscribed */
export async function countSearch(tx: CustomerTx, session: Session, input: RecallSearch): Promise<{ totalRows: number }> {
  await mustHaveRecalls(tx, session.now)
  const sought = await prepareSearch(tx, input)
  return { totalRows: sought ? await countRecalls(tx, sought) : 0 }
}

/** Of one whose numbers are all part of another recall now, that other. @throws AppError recalls_not_subscribed, recall_not_found. */
export async function readRecallById(tx: CustomerTx, session: Session, recallId: number): Promise<RecallEntry> {
  await mustHaveRecalls(tx, session.now)
  const found = await listRecalls(tx, [recallId])
  const isEmpty = found[0]?.recallNumbers.length === 0
  const [recall] = await withCodes(tx, isEmpty ? await listRecalls(tx, [await findCurrentId(tx, recallId)]) : found)
  if (!recall) throw new AppError('recall_not_found')
  return recall
}

/** @throws AppError recalls_not_subscribed */
export async function readByCodes(tx: CustomerTx, session: Session, codeIds: readonly number[]): Promise<RecallEntry[]> {
  await mustHaveRecalls(tx, session.now)
  return withCodes(tx, await listRecallsOfCodes(tx, codeIds))
}

/** @throws AppError recalls_not_subscribed, recall_not_found. */
export async function readStory(tx: CustomerTx, session: Session, recallId: number): Promise<RecallStory> {
  const { id } = await readRecallById(tx, session, recallId)
  return { texts: await listTexts(tx, id), versions: versionWords(await listVersions(tx, id)) }
}

/** @throws AppError recalls_not_subscribed, recall_not_found. */
export async function readActive(
  tx: CustomerTx,
  session: Session,
  { limit, ...filter }: ({ recallId: number } | { recallCodeIds: readonly number[] }) & { limit?: number | undefined },
): Promise<RecallAffected[]> {
  await mustHaveRecalls(tx, session.now)
  if ('recallId' in filter && (await listRecalls(tx, [filter.recallId])).length === 0) throw new AppError('recall_not_found')
  return readAffected(tx, filter, limit)
}

/** @throws AppError recalls_not_subscribed, recall_not_found, bad_cursor. */
export async function readActivePage(tx: CustomerTx, session: Session, query: RecallAffectedQuery): Promise<RecallAffectedPage> {
  await mustHaveRecalls(tx, session.now)
  if ((await listRecalls(tx, [query.recallId])).length === 0) throw new AppError('recall_not_found')
  return readAffectedPage(tx, query)
}

/** @throws AppError recalls_not_subscribed */
export async function readActiveCount(tx: CustomerTx, session: Session): Promise<{ count: number; recalls: number }> {
  await mustHaveRecalls(tx, session.now)
  return countActive(tx)
}

/** The caller has opened this version: it is new to them no more. @throws AppError recalls_not_subscribed, recall_not_found. */
export async function see(tx: CustomerTx, session: Session, recallId: number): Promise<{ ok: true }> {
  const { id, version } = await readRecallById(tx, session, recallId)
  auditNothing(session)
  await markSeen(tx, { recallId: id, version, seenAt: session.now, seenById: session.userId })
  return { ok: true }
}

async function withCodes(tx: CustomerTx, recalls: readonly RecallRecord[]): Promise<RecallEntry[]> {
  const codes = await listCodes(
    tx,
    recalls.map(({ id }) => id),
  )
  const lots = Map.groupBy(
    await listLots(
      tx,
      codes.map(({ id }) => id),
    ),
    ({ recallCodeId }) => recallCodeId,
  )
  const byRecall = Map.groupBy(codes, ({ recallId }) => recallId)
  return recalls.map(({ recallNumbers, distributions, published, ...recall }) => ({
    ...recall,
    recallNumbers: recallNumbers.map((recallNumber) => ({ recallNumber })),
    recallDistributions: distributions.map((distribution) => ({ distribution })),
    recallCodes: (byRecall.get(recall.id) ?? []).map((code) => asCode(code, lots.get(code.id) ?? [])),
    recallDocument: { dateReceived: published },
  }))
}

/** The lots of a code by their expiry, as the text gives them; ranges and parts in words. */
function asCode({ ndc, isOpen, ...code }: CodeRecord, lots: readonly LotRecord[]): RecallCode {
  const named = lots.filter(({ kind }) => kind !== 'any')
  const criteria = [...Map.groupBy(named, ({ expiration }) => expiration)].map(([expiration, rows]) => ({
    id: rows[0]?.id ?? 0,
    expiration,
    recallLotNumbers: rows.map((row) => ({ lotNumber: lotWords(row) })),
  }))
  const whole = lots.filter(({ kind }) => kind === 'any').map(({ id, expiration }) => ({ id, expiration, recallLotNumbers: [] }))
  return {
    id: code.id,
    ndcWithDashes: formatNdc(ndc),
    formFactor: code.formFactor,
    criteria: [...criteria, ...whole],
    allLots: code.allLots,
    isUnread: isOpen && !code.allLots && named.length === 0,
    amountOfLots: code.amountOfLots,
    comparedBy: code.comparedBy,
  }
}

function lotWords({ kind, lot, lotTo }: LotRecord): string {
  if (kind === 'range') return `${lot} to ${lotTo ?? ''}`
  if (kind === 'prefix') return `${lot}…`
  return kind === 'suffix' ? `…${lot}` : lot
}
