import {
  type DatedRule,
  FULL_TIME,
  HEAD_COUNT_EXEMPTION,
  LEGAL_RULES,
  NUMBER_WORDS,
  type RuleStanding,
  whatApplies,
} from './legal-rules.ts'
import type { OwnRule, Regime } from './regime.ts'
import { DAY_MS } from './span.ts'

export interface RegimeRule extends DatedRule {
  /** The customer's own rule; null if the rule comes from the law. */
  own: OwnRule | null
}

/** Lists the legal rules, followed by the customer's own rules. */
const listRegimeRules = (ownRules: readonly OwnRule[]): RegimeRule[] => [
  ...LEGAL_RULES.map((rule) => ({ ...rule, own: null })),
  ...ownRules.map((own) => ({
    key: `own-${own.id}`,
    duty: own.duty,
    note: own.note,
    binds: 'everyDispenser' as const,
    from: own.from,
    until: lastDay(own),
    source: own.source,
    checkedOn: own.addedOn,
    isSecondHand: false,
    own,
  })),
]

/** Last day of a rule: its planned end, or the day on which it was ended early. */
const lastDay = ({ until, endedOn }: OwnRule) => (endedOn !== null && (until === null || endedOn < until) ? endedOn : until)

type RegimeRecord = Pick<Regime, 'headCounts' | 'ownRules'>

export function judgeRegime({ headCounts: [newest], ownRules }: RegimeRecord, day: string): RuleStanding<RegimeRule>[] {
  return whatApplies(listRegimeRules(ownRules), { headCount: newest ?? null }, day)
}

/** Whether the newest head count is missing, is older than the decisive day, or has not been attested. */
export function isCountMissing({ headCounts: [newest] }: Pick<Regime, 'headCounts'>): boolean {
  return !newest?.isAttested || newest.asOf < HEAD_COUNT_EXEMPTION.countAsOf
}

export interface RegimeDue {
  what: 'count' | 'review' | 'ownRule' | 'begins'
  /** Id of the head count (`review`) or of the customer's own rule (`ownRule`); 0 for `count` and `begins`, which belong to no database row. */
  id: number
  on: string
  /** Days until the due date; negative once it has passed. */
  daysLeft: number
  /** A sentence for the screen, the printed page and the email. */
  words: string
}

export const writeRuleAmount = (amount: number) => `${NUMBER_WORDS[amount] ?? amount} ${amount === 1 ? 'rule' : 'rules'}`
/** Number of legal rules that apply later to pharmacies up to the head-count limit than to all others. */
export const COUNTED_RULES = LEGAL_RULES.filter(({ binds }) => binds === 'aboveHeadCount').length

/**
 * The next due dates, soonest first. A date that has passed stays in the list until somebody deals with it, with one exception: the end date of a
 * customer's own rule leaves the list once that rule has ended.
 */
export function listRegimeDue(regime: RegimeRecord, day: string): RegimeDue[] {
  const due: Omit<RegimeDue, 'daysLeft'>[] = []
  const [newest] = regime.headCounts
  const standings = judgeRegime(regime, day)
  if (day < HEAD_COUNT_EXEMPTION.until && isCountMissing(regime))
    due.push({
      what: 'count',
      id: 0,
      on: HEAD_COUNT_EXEMPTION.countAsOf,
      words: `Count your employees. The number on this day affects ${writeRuleAmount(COUNTED_RULES)}.`,
    })
  if (newest?.nextReview)
    due.push({
      what: 'review',
      id: newest.id,
      on: newest.nextReview,
      words: `The head count of ${newest.amount} is due for review. Count again.`,
    })
  for (const { rule, state } of standings)
    if (rule.own && rule.until !== null && rule.own.endedOn === null && state !== 'ended')
      due.push({
        what: 'ownRule',
        id: rule.own.id,
        on: rule.until,
        words: `"${rule.duty}" (${rule.source}) ends. Check whether it will be renewed.`,
      })
  if (standings.some(({ state, isExempt }) => isExempt || state === 'unknown'))
    due.push({
      what: 'begins',
      id: 0,
      on: HEAD_COUNT_EXEMPTION.until,
      words: 'The exemption for small dispensers ends. Starting no later than this day, electronic data is required for every package.',
    })
  return due
    .map((one) => ({ ...one, daysLeft: Math.round((Date.parse(one.on) - Date.parse(day)) / DAY_MS) }))
    .toSorted((one, other) => one.daysLeft - other.daysLeft)
}

export const NO_LEGAL_ADVICE = 'This is a list of dates with their sources. It is not legal advice.'

/** A sentence that says which people the head count includes. */
export const writeFullTime = () =>
  `Full-time pharmacists and technicians of the company, across all locations. Full-time is ${FULL_TIME.weekHours} hours a week or ${FULL_TIME.monthHours} a month on average.`
