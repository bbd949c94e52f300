import { audit } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readEntitlement } from '../../entitlement/entitlement.service.ts'
import { copyFollowedAnswers } from '../stop/stop.queries.ts'
import { followFresh } from './follow.service.ts'
import {
  copyDecisions,
  countWaiting,
  disableJit,
  endDismissals,
  endMatches,
  includeRenumbered,
  insertMatches,
  type KnownMatch,
  listCandidatesOfRecalls,
  listCandidatesOfStock,
  listCandidatesOfUnrecorded,
  listGrown,
  listMatchesOfRecalls,
  listMatchesOfStock,
  listNextRecalls,
  listRenumbered,
  lockProgress,
  lockWaiting,
  type MatchCandidate,
  type Move,
  markCaughtUp,
  markMatched,
  type NewMatch,
  type News,
  type UnrecordedLot,
  updateMatch,
  updateProgress,
} from './match.queries.ts'
import { isStronger, matchCertainty } from './match.rules.ts'
import { recordEarlierStock } from './stock.service.ts'

/** Number of recalls and lots per step. A step is one transaction, so completed work is kept. */
const RECALLS = 1000
const LOTS = 2000

export interface Step {
  /** Whether nothing is left to compare. */
  isDone: boolean
  found: number
}

/**
 * One step of comparing a customer's lots with the recalls: only new entries on either side are compared, never everything with everything. A crash
 * between two steps loses nothing, because the next step continues where the last one ended. A customer without the subscription is caught up once it
 * subscribes.
 */
export async function matchStep(tx: CustomerTx, now: Date): Promise<Step> {
  if (!(await readEntitlement(tx, now)).hasRecalls) {
    // Without a subscription, the mark for having caught up is removed. The first matches after the customer subscribes then go into one email.
    await markCaughtUp(tx, null)
    return { isDone: true, found: 0 }
  }
  await disableJit(tx)
  const progress = await lockProgress(tx, now)
  if (!progress.isFilled) {
    const isMore = await recordEarlierStock(tx)
    await updateProgress(tx, { isFilled: !isMore, updatedAt: now })
    return { isDone: false, found: 0 }
  }
  // Lots of new stock are compared first, because their packages will soon be received. Comparing all newly loaded recalls takes long and can wait.
  const lots = await lockWaiting(tx, LOTS)
  if (lots.length > 0) {
    const known = await listMatchesOfStock(tx, lots)
    const found = await saveMatches(tx, now, await listCandidatesOfStock(tx, lots), known)
    // A dismissal ends when its lot gets more packages. A lot that no recall matched before has no dismissal, so only lots with earlier matches are
    // checked.
    if (known.length > 0) await endDismissals(tx, await listGrown(tx, known), now)
    await markMatched(tx, lots)
    return { isDone: (await recordRemaining(tx, now)) === 0, found }
  }
  const recalls = await listNextRecalls(tx, progress, RECALLS)
  const last = recalls.at(-1)
  if (!last) {
    await updateProgress(tx, { done: 0, total: 0, updatedAt: now })
    return { isDone: true, found: 0 }
  }
  const ids = await includeRenumbered(
    tx,
    recalls.map(({ id }) => id),
  )
  const found = await saveMatches(tx, now, await listCandidatesOfRecalls(tx, ids), await listMatchesOfRecalls(tx, ids))
  await updateProgress(tx, { loadId: last.loadId, recallId: last.id, updatedAt: now })
  return { isDone: (await recordRemaining(tx, now)) === 0, found }
}

/**
 * Finds recall matches of these lots that are not stored yet, or are stored only as possible. Writes nothing, so it never waits for a comparison in
 * progress.
 */
export async function findUnrecordedMatches(tx: CustomerTx, now: Date, stockLotIds: readonly number[]): Promise<NewMatch[]> {
  await disableJit(tx)
  const best = chooseBest(await listCandidatesOfStock(tx, stockLotIds), now)
  for (const known of await listMatchesOfStock(tx, stockLotIds)) {
    const match = best.get(matchKey(known))
    if (match && known.endedAt === null && known.confidence !== 'possible') best.delete(matchKey(known))
  }
  return [...best.values()]
}

/**
 * Finds the best recall matches of lots that are not in the stock table `stock_lot`. Each match contains the id by which the caller identified the
 * lot.
 */
export async function findMatchesOfUnrecorded(tx: CustomerTx, now: Date, lots: readonly UnrecordedLot[]): Promise<NewMatch[]> {
  await disableJit(tx)
  return [...chooseBest(await listCandidatesOfUnrecorded(tx, lots), now).values()]
}

/** Records the remaining work for screens that show it. @returns the number of recalls and lots left to compare. */
async function recordRemaining(tx: CustomerTx, now: Date): Promise<number> {
  const { recalls, lots } = await countWaiting(tx)
  await updateProgress(tx, { done: 0, total: recalls + lots, updatedAt: now })
  return recalls + lots
}

/**
 * Saves the best match of each recall and lot. A match ends if its recall no longer names the lot, and loses its dismissal if its recall now names
 * the lot with more certainty.
 */
async function saveMatches(
  tx: CustomerTx,
  now: Date,
  candidates: readonly MatchCandidate[],
  known: readonly KnownMatch[],
): Promise<number> {
  const best = chooseBest(candidates, now)
  const before = new Map(known.map((match) => [matchKey(match), match]))
  const fresh = [...best.values()].filter((match) => !before.has(matchKey(match)))
  const { moved, copied, went } = inheritAnswers(
    fresh,
    best,
    before,
    await listRenumbered(tx, [...new Set(fresh.map(({ recallId }) => recallId))]),
  )
  const stronger: number[] = []
  for (const [key, match] of best) {
    const was = before.get(key) ?? moved.get(key)
    if (was && (await renew(tx, was, match, now))) stronger.push(was.id)
  }
  const added = fresh.filter((match) => !moved.has(matchKey(match)))
  await insertMatches(tx, added)
  await copyDecisions(tx, copied)
  for (const move of went) await copyFollowedAnswers(tx, move)
  await followFresh(tx, now, added)
  await announceHits(tx, added, now)
  await endDismissals(tx, stronger, now)
  const wentOn = new Set([...moved.values()].map(({ id }) => id))
  const ended = known.filter((match) => match.endedAt === null && !best.has(matchKey(match)) && !wentOn.has(match.id))
  await endMatches(
    tx,
    ended.map(({ id }) => id),
    now,
  )
  const found = added.length - copied.length + stronger.length
  const isNews = found > 0 || ended.length > 0 || moved.size > 0 || copied.length > 0
  if (isNews)
    await audit(
      tx,
      { userId: null, now },
      {
        action: 'recall.match',
        subject: 'recall',
        subjectId: null,
        detail: { found, ended: ended.length, ...(moved.size + copied.length > 0 ? { moved: moved.size + copied.length } : {}) },
      },
    )
  return found
}

/** Announces each recall once for each location at which it names lots, however many lots these are. */
async function announceHits(tx: CustomerTx, added: readonly NewMatch[], now: Date): Promise<void> {
  const hits = new Map(added.map(({ recallId, locationId }) => [`${recallId} ${locationId}`, { recallId, locationId }]))
  if (hits.size) await tx.listeners.recallsHit?.(tx, [...hits.values()], now)
}

/**
 * Updates a match after its recall or its lot has changed.
 * @returns whether the match became more certain, or had ended and is active again.
 */
async function renew(tx: CustomerTx, was: KnownMatch, match: NewMatch, changedAt: Date): Promise<boolean> {
  const { recallId, recallCodeId, confidence, why, version, classification, amount } = match
  const isRaised = was.endedAt !== null || isStronger(confidence, was.confidence)
  const next = { recallId, recallCodeId, confidence, why, classification, amount }
  if (!isRaised && isSame(next, was)) return false
  const news = isRaised ? null : findNews(next, was)
  const again = isRaised ? { version, endedAt: null, toldAt: null, news } : news ? { toldAt: null, news } : {}
  await updateMatch(tx, was.id, { ...next, changedAt, ...(recallId === was.recallId ? {} : { version }), ...again })
  return isRaised
}

interface TakenAlong {
  /** Maps the key of a new match to the old match that it continues. The new match takes over the old one's notifications and decisions. */
  moved: Map<string, KnownMatch>
  /**
   * New matches, each with the id of an old match whose decisions are copied to it. The old match itself stays: either the old recall still names the
   * lot, or another new match has already taken the old one over.
   */
  copied: { fromId: number; match: NewMatch }[]
  /** Recall numbers that moved from one recall to another. */
  went: Move[]
}

/**
 * Decides from which earlier match each new match takes over notifications and decisions. This happens when the FDA moves a recall number to another
 * recall: a lot that matched the old recall then matches the new one, and nobody should have to decide about it again.
 */
function inheritAnswers(
  fresh: readonly NewMatch[],
  best: ReadonlyMap<string, NewMatch>,
  before: ReadonlyMap<string, KnownMatch>,
  moves: readonly Move[],
): TakenAlong {
  const taken: TakenAlong = { moved: new Map(), copied: [], went: [] }
  const sourcesByTarget = Map.groupBy(moves, ({ to }) => to)
  const gone = new Set<number>()
  for (const match of fresh) {
    const source = (sourcesByTarget.get(match.recallId) ?? [])
      .flatMap(({ from }) => before.get(matchKey({ recallId: from, stockLotId: match.stockLotId })) ?? [])
      .find(({ endedAt, confidence }) => endedAt === null && !isStronger(match.confidence, confidence))
    if (!source) continue
    if (best.has(matchKey(source)) || gone.has(source.id)) taken.copied.push({ fromId: source.id, match })
    else taken.moved.set(matchKey(match), source)
    gone.add(source.id)
    if (!taken.went.some(({ from, to }) => from === source.recallId && to === match.recallId))
      taken.went.push({ from: source.recallId, to: match.recallId })
  }
  return taken
}

type Compared = Pick<NewMatch, 'recallId' | 'recallCodeId' | 'confidence' | 'why' | 'classification' | 'amount'>

const isSame = (one: Compared, other: Compared) =>
  one.recallId === other.recallId &&
  one.recallCodeId === other.recallCodeId &&
  one.confidence === other.confidence &&
  one.why === other.why &&
  one.classification === other.classification &&
  one.amount === other.amount

/**
 * Decides whether to notify the customer about a match again: `raised` if the recall became class I, `more` if the lot has grown after the customer
 * was notified; otherwise null.
 */
function findNews(now: Compared, before: KnownMatch): News | null {
  if (now.classification === 'Class I' && before.classification !== 'Class I') return 'raised'
  return now.amount > before.amount && before.toldAt !== null ? 'more' : null
}

const matchKey = ({ recallId, stockLotId }: { recallId: number; stockLotId: number }) => `${recallId} ${stockLotId}`

function chooseBest(candidates: readonly MatchCandidate[], now: Date): Map<string, NewMatch> {
  const best = new Map<string, NewMatch>()
  for (const candidate of candidates) {
    const judged = matchCertainty(candidate, candidate)
    if (!judged) continue
    const { locationId, recallId, recallCodeId, stockLotId, version, classification, amount } = candidate
    const before = best.get(matchKey(candidate))
    if (before && !isStronger(judged.confidence, before.confidence)) continue
    const match = { locationId, recallId, recallCodeId, stockLotId, version, classification, amount, matchedAt: now, ...judged }
    best.set(matchKey(candidate), match)
  }
  return best
}
