import { type Actor, audit } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { saveDismissal } from '../dismiss/dismissal.queries.ts'
import { copyAnswers, countSharedPackages, listMatchesOfOrders, listReplaced, markFollowing } from './follow.queries.ts'
import { carryDecisions } from './follow.rules.ts'
import { lockProgress, type NewMatch } from './match.queries.ts'

interface Pair {
  /** Id of the order that is being replaced. */
  from: number
  /** Id of the order that replaces the order `from`. */
  to: number
}

/**
 * Carries recall matches, notifications and decisions from one order to the order that replaces it. {@link followFresh} does the same later for
 * recalls that have not been compared with the new order yet.
 */
export async function followOrder(tx: CustomerTx, by: Actor, pair: Pair): Promise<void> {
  // Locks out the job that compares lots with recalls. If both ran at the same time, each would wait for rows that the other has written.
  await lockProgress(tx, by.now)
  await copyAnswers(tx, pair)
  await carry(tx, by, pair)
}

type MatchKey = Pick<NewMatch, 'recallId' | 'stockLotId'>
const matchKey = ({ recallId, stockLotId }: MatchKey) => `${recallId} ${stockLotId}`

/**
 * Applies the decisions about a replaced order to matches that were found after the replacement: those between a recall and the lots of the corrected
 * file. Matches that existed when the order was replaced got the decisions at that time.
 */
export async function followFresh(tx: CustomerTx, now: Date, fresh: readonly MatchKey[]): Promise<void> {
  const keys = new Set(fresh.map(matchKey))
  const pairs = await listReplaced(tx, [...new Set(fresh.map(({ stockLotId }) => stockLotId))])
  for (const pair of pairs) await carry(tx, { userId: null, now }, pair, (match) => keys.has(matchKey(match)))
}

async function carry(
  tx: CustomerTx,
  by: { userId: number | null; now: Date },
  pair: Pair,
  isMeant: (match: MatchKey) => boolean = () => true,
): Promise<void> {
  const matches = await listMatchesOfOrders(tx, [pair.from, pair.to])
  const before = Map.groupBy(
    matches.filter(({ documentId }) => documentId === pair.from),
    ({ recallId }) => recallId,
  )
  const targets = matches.filter((match) => match.documentId === pair.to && before.has(match.recallId) && isMeant(match))
  if (targets.length === 0) return
  const ids = [...targets, ...targets.flatMap(({ recallId }) => before.get(recallId) ?? [])].map(({ stockLotId }) => stockLotId)
  const shared = new Map((await countSharedPackages(tx, pair, [...new Set(ids)])).map((row) => [`${row.target} ${row.source}`, row.units]))
  let decisions = 0
  for (const target of targets) {
    const sources = (before.get(target.recallId) ?? []).flatMap((match) => {
      const units = shared.get(`${target.stockLotId} ${match.stockLotId}`) ?? 0
      return units > 0 ? [{ match, units }] : []
    })
    if (sources.length === 0) continue
    const { toldAt, decision } = carryDecisions(target, sources)
    if (toldAt) await markFollowing(tx, target.id, toldAt)
    if (decision) await saveDismissal(tx, target, { ...decision, version: target.version })
    if (decision) decisions += 1
  }
  if (decisions > 0)
    await audit(tx, by, { action: 'recall.follow', subject: 'order', subjectId: pair.to, detail: { from: pair.from, lots: decisions } })
}
