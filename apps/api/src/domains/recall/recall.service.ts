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
import type { Session } from '../../call/access/access.ts'
import { auditNothing } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import { readInOneQuery, readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type EntitlementFacts, selectEntitlementFacts } from '../entitlement/entitlement.joins.ts'
import { decideEntitlement, readEntitlement } from '../entitlement/entitlement.service.ts'
import { IS_LINE_HELD } from '../hold/hold.joins.ts'
import { readAffected, readAffectedPage, selectAffectedPage, selectFirstAffected } from './dismiss/affected.service.ts'
import { lotKey } from './load/lot.rules.ts'
import { versionChanges } from './load/version.rules.ts'
import { selectWaiting } from './match/match.queries.ts'
import { coversLot } from './match/match.rules.ts'
import { countActive, NO_PACKAGES, selectPackageCounts } from './package-counts.queries.ts'
import { recallErrors } from './recall.facts.ts'
import {
  type CodeRecord,
  countRecalls,
  type EntryRecord,
  findCurrentId,
  type HomeKey,
  makeAffected,
  markSeen,
  searchRecalls,
  selectEntriesOfCodes,
  selectHome,
  selectHomeAmount,
  selectOpenLots,
  selectRecallEntries,
  selectRecalls,
  selectStanding,
  selectTexts,
  selectVersions,
} from './recall.queries.ts'
import { canMatch } from './search.rules.ts'

/**
 * Recalls are a paid product: without it, no call reveals anything about them (decision 37).
 *
 * @throws AppError recalls_not_subscribed
 */
export async function mustHaveRecalls(tx: CustomerTx, now: Date): Promise<void> {
  if (!(await readEntitlement(tx, now)).hasRecalls) throw new AppError(recallErrors.recalls_not_subscribed)
}

/**
 * Like `mustHaveRecalls`, but takes facts that the caller has read already, in one query with other data. @throws AppError recalls_not_subscribed.
 */
function expectRecalls(facts: EntitlementFacts, now: Date): void {
  if (!decideEntitlement(facts, now).hasRecalls) throw new AppError(recallErrors.recalls_not_subscribed)
}

/** The customer's recall state, which every screen reads first; without the subscription it reveals nothing. */
export async function readRecallStanding(tx: CustomerTx, session: Session): Promise<RecallStanding> {
  const { hasRecalls } = await readEntitlement(tx, session.now)
  if (!hasRecalls) return { hasRecalls, asOf: null, recalls: 0, waiting: 0 }
  const {
    waiting: [{ recalls, lots } = { recalls: 0, lots: 0 }],
    standing: [standing = { asOf: null, recalls: 0 }],
  } = await readInOneQuery(tx, { waiting: selectWaiting(), standing: selectStanding() })
  return { hasRecalls, ...standing, waiting: recalls + lots }
}

/**
 * Reads one page of the recall list, each recall with its numbers of packages.
 * @throws AppError recalls_not_subscribed
 */
export async function readHome(tx: CustomerTx, session: Session, { show, limit, cursor }: RecallHomeQuery): Promise<RecallHome> {
  const { home, amount, ...facts } = await readInOneQuery(tx, {
    ...selectEntitlementFacts(tx),
    home: selectHome({ show, limit, after: readCursor(cursor, isKey), userId: session.userId }),
    amount: selectHomeAmount(show),
  })
  expectRecalls(facts, session.now)
  const { items, nextCursor } = pageOf(home, limit, (row): HomeKey => [row.rank, row.published, row.id])
  const { rows } = await selectPackageCounts(items.map(({ id }) => id)).execute(tx)
  const counts = new Map(rows.map((row) => [row.recallId, row]))
  return {
    items: items.map(({ isDone, isSeen, ...row }) => {
      const { packages, received, onHold, pending } = counts.get(row.id) ?? NO_PACKAGES
      return {
        id: row.id,
        title: row.title,
        manufacturer: row.manufacturer,
        classification: row.classification,
        recallNumbers: row.recallNumbers,
        published: row.published,
        affectedMedCount: packages,
        receivedMedCount: received,
        possibleMedCount: row.possibleMedCount,
        amountOnHold: onHold,
        amountPending: pending,
        isEnded: row.status === 'Terminated',
        state: isDone ? 'done' : isSeen ? 'seen' : 'new',
      }
    }),
    nextCursor,
    amount: amount[0]?.amount ?? 0,
  }
}

const isKey = (key: unknown): key is HomeKey =>
  Array.isArray(key) &&
  key.length === 3 &&
  Number.isSafeInteger(key[0]) &&
  /^\d{4}-\d\d-\d\d$/.test(String(key[1])) &&
  Number.isSafeInteger(key[2])

/**
 * Reads one page of the recall list, each recall with its numbers of packages.
 * @throws AppError recalls_not_subscribed
 */
export async function searchRecallEntries(
  tx: CustomerTx,
  session: Session,
  input: RecallSearch,
): Promise<(RecallEntry & { namesLot: boolean })[]> {
  const sought = await prepareSearch(tx, session, input)
  if (!sought) return []
  return (await searchRecalls(tx, sought)).map(({ namesLot, ...recall }) => ({ ...toRecallEntry(recall), namesLot }))
}

/**
 * Prepares a search: adds the ids of the recall codes whose lot ranges include the searched lot. Returns undefined if no recall can match.
 * @throws AppError recalls_not_subscribed.
 */
async function prepareSearch(tx: CustomerTx, { now }: Session, search: RecallSearch) {
  const { lotNumber, ...input } = search
  if (!lotNumber || !canMatch(search)) {
    await mustHaveRecalls(tx, now)
    return canMatch(search) ? { ...input, lot: undefined } : undefined
  }
  const { open, ...facts } = await readInOneQuery(tx, { ...selectEntitlementFacts(tx), open: selectOpenLots(lotKey(lotNumber)) })
  expectRecalls(facts, now)
  const codes = open.filter((one) => coversLot(one, lotNumber))
  return { ...input, lot: { key: lotKey(lotNumber), codeIds: [...new Set(codes.map(({ recallCodeId }) => recallCodeId))] } }
}

/**
 * Reads one page of the recall list, each recall with its numbers of packages.
 * @throws AppError recalls_not_subscribed
 */
export async function countSearch(tx: CustomerTx, session: Session, input: RecallSearch): Promise<{ totalRows: number }> {
  const sought = await prepareSearch(tx, session, input)
  return { totalRows: sought ? await countRecalls(tx, sought) : 0 }
}

/**
 * Returns a recall by id. If all of its recall numbers have moved to another recall, returns the other recall.
 * @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function readRecallById(tx: CustomerTx, session: Session, recallId: number): Promise<RecallEntry> {
  const { found, ...facts } = await readPrepared(tx, { ...selectEntitlementFacts(tx), found: selectRecallEntries([recallId]) })
  expectRecalls(facts, session.now)
  const isEmpty = found[0]?.recallNumbers.length === 0
  const [recall] = isEmpty ? (await selectRecallEntries([await findCurrentId(tx, recallId)]).execute(tx)).rows : found
  if (!recall) throw new AppError(recallErrors.recall_not_found)
  return toRecallEntry(recall)
}

/**
 * Reads one page of the recall list, each recall with its numbers of packages.
 * @throws AppError recalls_not_subscribed
 */
export async function readByCodes(tx: CustomerTx, session: Session, codeIds: readonly number[]): Promise<RecallEntry[]> {
  const { found, ...facts } = await readInOneQuery(tx, { ...selectEntitlementFacts(tx), found: selectEntriesOfCodes(codeIds) })
  expectRecalls(facts, session.now)
  return found.map(toRecallEntry)
}

/**
 * Reads the texts of a recall's products and lists what changed with each version of the recall.
 * @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function readRecallStory(tx: CustomerTx, session: Session, recallId: number): Promise<RecallStory> {
  const { id } = await readRecallById(tx, session, recallId)
  const { texts, versions } = await readPrepared(tx, { texts: selectTexts(tx, id), versions: selectVersions(id) })
  return { texts, versions: versionChanges(withInstants(versions, 'loadedAt')) }
}

/**
 * Lists the customer's lots that a recall, or any of several recall codes, affects.
 * @throws AppError recalls_not_subscribed, recall_not_found.
 */
export async function readActive(
  tx: CustomerTx,
  session: Session,
  { limit, ...filter }: ({ recallId: number } | { recallCodeIds: readonly number[] }) & { limit?: number | undefined },
): Promise<RecallAffected[]> {
  const { recalls, first, ...facts } = await readInOneQuery(tx, {
    ...selectEntitlementFacts(tx),
    recalls: selectRecalls('recallId' in filter ? [filter.recallId] : []),
    first: selectFirstAffected(filter, limit),
  })
  expectRecalls(facts, session.now)
  if ('recallId' in filter && recalls.length === 0) throw new AppError(recallErrors.recall_not_found)
  return readAffected(tx, filter, makeAffected(first), limit)
}

/** @throws AppError recalls_not_subscribed, recall_not_found, bad_cursor. */
export async function readActivePage(tx: CustomerTx, session: Session, query: RecallAffectedQuery): Promise<RecallAffectedPage> {
  const { recalls, all, page, ...facts } = await readInOneQuery(tx, {
    ...selectEntitlementFacts(tx),
    recalls: selectRecalls([query.recallId]),
    ...selectAffectedPage(query),
  })
  expectRecalls(facts, session.now)
  if (recalls.length === 0) throw new AppError(recallErrors.recall_not_found)
  return readAffectedPage(tx, query.limit, { all, page })
}

/**
 * Counts the packages on hand in lots that active recalls name, each package once, and counts these recalls.
 *
 * @throws AppError recalls_not_subscribed
 */
export async function readAffectedCount(tx: CustomerTx, session: Session): Promise<{ count: number; recalls: number }> {
  await mustHaveRecalls(tx, session.now)
  return countActive(tx, IS_LINE_HELD)
}

/** Records that the caller has opened this version, so that it no longer shows as new. @throws AppError recalls_not_subscribed, recall_not_found. */
export async function markVersionSeen(tx: CustomerTx, session: Session, recallId: number): Promise<{ ok: true }> {
  const { id, version } = await readRecallById(tx, session, recallId)
  auditNothing(session)
  await markSeen(tx, { recallId: id, version, seenAt: session.now, seenById: session.userId })
  return { ok: true }
}

function toRecallEntry({ recallNumbers, distributions, published, codes, ...recall }: EntryRecord): RecallEntry {
  return {
    ...recall,
    recallNumbers: recallNumbers.map((recallNumber) => ({ recallNumber })),
    recallDistributions: distributions.map((distribution) => ({ distribution })),
    recallCodes: codes.map(makeCode),
    recallDocument: { dateReceived: published },
  }
}

/**
 * Converts a stored code for the API. Groups its lots by expiration date, in the order in which the recall text lists them, and writes a range as "A
 * to B" and a partial lot number with an ellipsis.
 */
function makeCode({ ndc, isOpen, lots, ...code }: CodeRecord): RecallCode {
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

function lotWords({ kind, lot, lotTo }: CodeRecord['lots'][number]): string {
  if (kind === 'range') return `${lot} to ${lotTo ?? ''}`
  if (kind === 'prefix') return `${lot}…`
  return kind === 'suffix' ? `…${lot}` : lot
}
