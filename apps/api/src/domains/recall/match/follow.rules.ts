import { type Confidence, isStronger } from './match.rules.ts'

/** A decision on a lot that a recall names, with the numbers of its packages by outcome. */
export interface LotDecision {
  id: number
  isDismissed: boolean
  notes: string
  noneOnHand: boolean
  quarantined: number | null
  returned: number | null
  destroyed: number | null
  dispensed: number | null
  dismissedAt: Date
  dismissedById: number
  /** The time of the dismissal or of its undo, whichever is later. */
  decidedAt: Date
  /** If this decision is a copy, the id of the decision on another order that was copied; null if a person made it on this order. */
  followsId: number | null
}

/** A lot that a recall matched, with the decision about it. The lot belongs to a replaced order or to the order that replaces it. */
export interface FollowedMatch {
  id: number
  recallId: number
  stockLotId: number
  documentId: number
  locationId: number
  amount: number
  confidence: Confidence
  version: number
  toldAt: Date | null
  decision: LotDecision | null
}

/**
 * A matched lot of the order whose decisions are carried over to another order. `units`: number of packages that this lot and the other order's lot
 * have in common.
 */
export interface Source {
  match: FollowedMatch
  units: number
}

type Carried = Omit<LotDecision, 'id'> & { amount: number }

export interface Following {
  /** When the last of the people who must be notified was notified; null as long as anybody has not been. */
  toldAt: Date | null
  decision: Carried | null
}

const NUMBERS = ['quarantined', 'returned', 'destroyed', 'dispensed'] as const

/**
 * Carries notifications and decisions over from the replaced orders to the order that replaces them. If the new order has more packages of the lot,
 * or the recall now names the lot with more certainty, people are notified and must decide again; their earlier report stays readable.
 */
export function carryDecisions(target: FollowedMatch, sources: readonly Source[]): Following {
  const isWhole = sources.reduce((sum, { units }) => sum + units, 0) >= target.amount
  const isSurer = sources.some(({ match }) => isStronger(target.confidence, match.confidence))
  const reportedAt = sources.map(({ match }) => match.toldAt)
  const isReported = isWhole && !isSurer && reportedAt.every((at) => at !== null)
  return {
    toldAt: isReported ? (reportedAt.toSorted((a, b) => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)).at(-1) ?? null) : null,
    decision: pickDecision(target, sources, isSurer),
  }
}

/** Whether a person made this decision on the order itself. A decision carried over from another order has `followsId`. */
const isOwn = (decision: LotDecision | null): decision is LotDecision => decision?.followsId === null

function pickDecision(target: FollowedMatch, sources: readonly Source[], isSurer: boolean): Carried | null {
  const decided = sources.flatMap(({ match: { decision }, units }) => (decision ? [{ decision, units }] : []))
  const latest = decided
    .map(({ decision }) => decision)
    .toSorted((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime())
    .at(-1)
  // Carries nothing over if nobody decided on the source orders. Also carries nothing over if this order has a decision and the source orders have
  // only copies of decisions: the copies go back to this order's own decision, which is still valid.
  if (!latest || (target.decision && decided.every(({ decision }) => decision.followsId !== null))) return null
  if (isOwn(target.decision) && target.decision.decidedAt > latest.decidedAt) return null
  const covered = sources.reduce((sum, { units }) => sum + units, 0)
  const isWhole = covered >= target.amount || target.decision?.isDismissed === true
  const said = mergeSaid(target, sources, decided)
  return {
    ...said,
    isDismissed: isWhole && !isSurer && sources.every(({ match }) => match.decision?.isDismissed === true),
    dismissedAt: latest.dismissedAt,
    dismissedById: latest.dismissedById,
    decidedAt: latest.decidedAt,
    followsId: latest.id,
    amount: Math.min(covered, target.amount),
  }
}

/**
 * Combines the decisions on several lots for the lot `target`: merges their notes and adds up their numbers of packages. If these numbers may include
 * packages that are not in `target`, the number fields stay blank, and a note quotes the sums.
 */
function mergeSaid(target: FollowedMatch, sources: readonly Source[], decided: readonly { decision: LotDecision }[]) {
  const decisions = decided.map(({ decision }) => decision)
  const sum = (name: (typeof NUMBERS)[number]) =>
    decisions.some((one) => one[name] !== null) ? decisions.reduce((total, one) => total + (one[name] ?? 0), 0) : null
  const numbers = { quarantined: sum('quarantined'), returned: sum('returned'), destroyed: sum('destroyed'), dispensed: sum('dispensed') }
  const areSame = sources.every(({ match, units }) => match.amount === units)
  const words = NUMBERS.flatMap((name) => (numbers[name] ? [`${numbers[name]} ${name}`] : []))
  const fits = areSame && Object.values(numbers).reduce((total: number, one) => total + (one ?? 0), 0) <= target.amount
  const notes = [...new Set(decisions.map((one) => one.notes).filter(Boolean))]
  const rest = fits || words.length === 0 ? [] : [`Decided for the replaced file: ${words.join(', ')}.`]
  return {
    notes: [...notes, ...rest].join('\n'),
    noneOnHand: decisions.length === sources.length && decisions.every((one) => one.noneOnHand),
    ...(fits ? numbers : { quarantined: null, returned: null, destroyed: null, dispensed: null }),
  }
}
