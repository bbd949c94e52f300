import { HOUR_MS } from './span.ts'

/** The dispensers for which a rule is binding. `aboveHeadCount` leaves out small dispensers as long as they are exempt. */
export type RuleScope = 'everyDispenser' | 'aboveHeadCount'

/** A duty with its dates. Days are `YYYY-MM-DD`. */
export interface DatedRule {
  key: string
  /** The pharmacy's duty, as a sentence without its final period. */
  duty: string
  note: string | null
  /** Used instead of `note` as long as the rule does not bind yet. */
  noteBefore?: string
  binds: RuleScope
  from: string
  /** The last day on which the rule binds; null if it has no end. */
  until: string | null
  /** Section of the FD&C Act, letter or contract. */
  source: string
  /** Date of the research on which the entry is based. */
  checkedOn: string
  /** Whether the entry is known only from secondary sources and still has to be confirmed. */
  isSecondHand: boolean
}

/** Marks rules based on research of this date, which quotes the sections of the law. Nobody has compared the rules with the statute since. */
const CHECKED = { checkedOn: '2026-11-20', isSecondHand: false } as const
const SECOND_HAND = { checkedOn: '2026-11-20', isSecondHand: true } as const

/** Numbers as words. */
export const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'] as const
/** Years for which transaction information, statements and investigation records must be kept (582(d)(1)(A)(iii) and (d)(4)). */
export const KEEP_YEARS = 6
/** `KEEP_YEARS` as text for a sentence: `six years`. */
export const KEEP_TEXT = `${NUMBER_WORDS[KEEP_YEARS]} years`
/** Hours within which the FDA and the immediate trading partners must know of illegitimate product (582(d)(4)(B)(ii)). */
export const NOTIFY_HOURS = 24
export const NOTIFY_MS = NOTIFY_HOURS * HOUR_MS
/** The 24 hours of `NOTIFY_HOURS` as sentences state them: `24 hours`. */
export const NOTIFY_TEXT = `${NOTIFY_HOURS} hours`
/**
 * Business days within which a dispenser answers a request from officials (582(d)(1)(D)). The limit of 24 hours is for manufacturers and wholesalers.
 */
export const ANSWER_BUSINESS_DAYS = 2

/**
 * The exemption that the FDA's letter grants to small dispensers. The employees are the full-time pharmacists and technicians of the company that
 * owns the pharmacy; nothing is filed with the FDA.
 */
export const HEAD_COUNT_EXEMPTION = {
  /** The largest head count that is exempt. */
  limit: 25,
  /** The head count on this day decides whether a company is exempt. */
  countAsOf: '2026-11-27',
  from: '2026-11-27',
  /** The day on which the exempted rules begin to bind small dispensers. */
  until: '2027-11-27',
  source: 'FDA letter 08/06/2026',
  ...SECOND_HAND,
} as const

/**
 * Percentage of its packages that a pharmacy may send to other pharmacies in a calendar year before it needs a registration as a distributor. The
 * federal rule covers controlled substances only: it compares the amount distributed with the total amount distributed and dispensed. States have
 * their own limits.
 */
export const TRANSFER_LIMIT = { percent: 5, source: '21 CFR 1307.11(a)(1)(iv)', ...SECOND_HAND } as const

/** Hours that make an employee full-time for `HEAD_COUNT_EXEMPTION`. */
export const FULL_TIME = { weekHours: 30, monthHours: 130 } as const

/**
 * The only table of legal dates (decision 70). Screens, emails and documents take every such date from it. It does not contain state rules.
 *
 * @see 21 U.S.C. 360eee-1, section 582 of the FD&C Act
 */
export const LEGAL_RULES: readonly DatedRule[] = [
  {
    key: 'exchange',
    duty: 'Exchange data for each package electronically',
    note: null,
    noteBefore: 'Paper records are sufficient until then',
    binds: 'aboveHeadCount',
    from: '2025-11-27',
    until: null,
    source: 'Section 582(g)(1)(A), (B)',
    ...SECOND_HAND,
  },
  {
    key: 'askMaker',
    duty: 'Verify with the manufacturer before you clear a suspect package',
    note: null,
    binds: 'aboveHeadCount',
    from: '2025-11-27',
    until: null,
    source: 'Section 582(d)(4)(A)(ii)(II)',
    ...SECOND_HAND,
  },
  {
    key: 'traceBack',
    duty: 'Help trace a package back to its manufacturer',
    note: null,
    binds: 'aboveHeadCount',
    from: '2025-11-27',
    until: null,
    source: 'Section 582(g)(1)(E)',
    ...SECOND_HAND,
  },
  {
    key: 'authorized',
    duty: 'Buy only from authorized sellers',
    note: null,
    binds: 'everyDispenser',
    from: '2015-01-01',
    until: null,
    source: 'Section 582(d)(3)',
    ...CHECKED,
  },
  {
    key: 'keep',
    duty: `Keep transaction information and statements for ${KEEP_YEARS} years`,
    note: null,
    binds: 'everyDispenser',
    from: '2015-07-01',
    until: null,
    source: 'Section 582(d)(1)(A)',
    ...CHECKED,
  },
  {
    key: 'answer',
    duty: `Answer officials within ${ANSWER_BUSINESS_DAYS} business days`,
    note: 'Make 24 hours your own target',
    binds: 'everyDispenser',
    from: '2015-07-01',
    until: null,
    source: 'Section 582(d)(1)(D)',
    ...CHECKED,
  },
  {
    key: 'suspect',
    duty: 'Quarantine and investigate a suspect package',
    note: null,
    binds: 'everyDispenser',
    from: '2015-01-01',
    until: null,
    source: 'Section 582(d)(4)(A)',
    ...CHECKED,
  },
  {
    key: 'notify',
    duty: `Report an illegitimate package within ${NOTIFY_HOURS} hours`,
    note: 'Form FDA 3911',
    binds: 'everyDispenser',
    from: '2015-01-01',
    until: null,
    source: 'Section 582(d)(4)(B)',
    ...CHECKED,
  },
  {
    key: 'send',
    duty: 'Provide transaction information and a transaction statement with what you sell',
    note: null,
    binds: 'everyDispenser',
    from: '2015-07-01',
    until: null,
    source: 'Section 582(d)(1)(A)',
    ...CHECKED,
  },
  {
    key: 'history',
    duty: 'Pass on a transaction history',
    note: `Existing histories are still kept for ${KEEP_YEARS} years`,
    binds: 'everyDispenser',
    from: '2015-07-01',
    until: '2023-11-27',
    source: 'Section 582(k)(1)',
    ...CHECKED,
  },
]

/** The newest count of the company's employees. The rules depend only on the number, not on the day of the count. */
export interface RegimeCount {
  amount: number
}

export type RuleState = 'unknown' | 'notYet' | 'applies' | 'ended'

/** A rule as it applies on a certain day. */
export interface RuleStanding<Rule extends DatedRule = DatedRule> {
  rule: Rule
  state: RuleState
  /** The day on which the rule begins to bind this pharmacy; null as long as that is unknown. */
  begins: string | null
  /** True if only the exemption of small dispensers keeps the rule from binding. */
  isExempt: boolean
}

/**
 * Determines for each rule whether it binds the pharmacy on `day`; the result has the order of `rules`. Until the head-count exemption ends, a rule
 * that binds only above the head-count limit is `unknown` if nobody has counted the employees.
 */
export function whatApplies<Rule extends DatedRule>(
  rules: readonly Rule[],
  { headCount }: { headCount: RegimeCount | null },
  day: string,
): RuleStanding<Rule>[] {
  return rules.map((rule) => ({ rule, ...judgeRule(rule, headCount, day) }))
}

function judgeRule(rule: DatedRule, headCount: RegimeCount | null, day: string): Omit<RuleStanding, 'rule'> {
  const isSmall = headCount !== null && headCount.amount <= HEAD_COUNT_EXEMPTION.limit
  const isExempt = rule.binds === 'aboveHeadCount' && isSmall && rule.from < HEAD_COUNT_EXEMPTION.until
  const begins = isExempt ? HEAD_COUNT_EXEMPTION.until : rule.from
  if (rule.until !== null && day > rule.until) return { state: 'ended', begins, isExempt: false }
  if (rule.binds === 'aboveHeadCount' && headCount === null && day < HEAD_COUNT_EXEMPTION.until)
    return { state: 'unknown', begins: null, isExempt: false }
  return day < begins ? { state: 'notYet', begins, isExempt } : { state: 'applies', begins, isExempt: false }
}

/** Number of business days within which a dispenser must answer officials under the rule in force on this day; null if no such rule is in force. */
export function readAnswerDays(day: string): number | null {
  const rule = LEGAL_RULES.find(({ key }) => key === 'answer')
  if (!rule || day < rule.from || (rule.until !== null && day > rule.until)) return null
  return ANSWER_BUSINESS_DAYS
}
