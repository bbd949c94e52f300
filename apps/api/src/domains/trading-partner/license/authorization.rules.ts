import type { Authorization, LicenseKind, PartnerBusiness } from '@seriatim/schema'
import { DAY_MS } from '../../../core/day.ts'

/** Days before its end at which a license is "expiring" (decision 52). */
export const EXPIRING_DAYS = 90

/** The planned check of a license counts as due this many days before its date. */
export const CHECK_DAYS = 7

/** The facts of a license that decide about authorization; days are `YYYY-MM-DD`, both inclusive. */
export interface LicenseDays {
  kind: LicenseKind
  /** Null if federal. */
  stateId: number | null
  validFrom: string
  /** Last day of the license's term; null if it has no end. */
  validTo: string | null
}

export const addCalendarDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Whether a day lies within a license's term; the first and the last day count. */
export const coversDay = ({ validFrom, validTo }: LicenseDays, day: string) => validFrom <= day && (validTo === null || day <= validTo)

/** For each business, the kinds of license that authorize a partner to sell (decision 69); one of them is enough. */
const KINDS_OF: Record<PartnerBusiness, readonly LicenseKind[]> = {
  wholesaler: ['wholesaler'],
  manufacturer: ['manufacturer', 'FDA establishment'],
  repackager: ['repackager', 'FDA establishment'],
  '3PL': ['3PL'],
  dispenser: ['dispenser'],
}

interface AuthorizationQuestion {
  day: string
  /** The receiving location's state; if it is null, a license of any state counts. */
  stateId: number | null
  /**
   * The partner's kind of business. If it is null, the licenses show the kind; if they show several kinds, the partner must be authorized for each of
   * them.
   */
  business: PartnerBusiness | null
  /** The day on which the customer deactivated the partner and stopped buying from it; null if the partner is active. */
  deactivatedOn: string | null
}

/**
 * Whether a partner with these licenses may sell in a state on a day: a license for its kind of business must cover the day. If the partner has state
 * licenses of that kind, only a license of this state counts; otherwise the federal license counts.
 */
export function authorizationOn(
  licenses: readonly LicenseDays[],
  { day, stateId, business, deactivatedOn }: AuthorizationQuestion,
): Authorization {
  if (deactivatedOn !== null && deactivatedOn <= day) return { status: 'deactivated', until: null, since: deactivatedOn, daysLeft: null }
  if (!licenses.length) return { status: 'unknown', until: null, since: null, daysLeft: null }
  const answers = collectBusinesses(licenses, business).map((kinds) =>
    kinds
      .map((kind) =>
        ofKind(
          licenses.filter((license) => license.kind === kind),
          day,
          stateId,
        ),
      )
      .reduce((one, other) => (isBetter(other, one) ? other : one)),
  )
  const worst = answers.reduce((one, other) => (isBetter(one, other) ? other : one))
  if (!worst.isCovered) return { status: 'notAuthorized', until: null, since: worst.since, daysLeft: null }
  const daysLeft = worst.until === null ? null : daysBetween(day, worst.until)
  return { status: daysLeft !== null && daysLeft <= EXPIRING_DAYS ? 'expiring' : 'authorized', until: worst.until, since: null, daysLeft }
}

/** True if a partner with this authorization may not sell to us, so that a person must decide before its goods can be received. */
export const mayNotSell = (authorization: Pick<Authorization, 'status'> | null): boolean =>
  authorization?.status === 'deactivated' || authorization?.status === 'notAuthorized'

/** Chooses among several partners with the same GLN: one that may not sell has priority over an authorized one. */
export const chooseSeller = <T extends { authorization: Pick<Authorization, 'status'> | null }>(answers: readonly T[]): T | undefined =>
  answers.find(({ authorization }) => mayNotSell(authorization)) ?? answers[0]

/**
 * For each business of the partner, lists the kinds of license that authorize it; the partner needs one of them. If the partner's business is
 * unknown, uses every business that its licenses suggest.
 */
function collectBusinesses(licenses: readonly LicenseDays[], business: PartnerBusiness | null): (readonly LicenseKind[])[] {
  if (business) return [KINDS_OF[business]]
  const kinds = [...new Set(licenses.map((license) => license.kind))]
  const spoken = kinds.flatMap((kind) => (kind === 'FDA establishment' ? [] : [KINDS_OF[kind]]))
  const isRegistered = kinds.includes('FDA establishment') && !spoken.some((one) => one.includes('FDA establishment'))
  return isRegistered ? [...spoken, ['FDA establishment']] : spoken
}

interface Cover {
  isCovered: boolean
  until: string | null
  since: string | null
}

function isBetter(one: Cover, other: Cover): boolean {
  if (one.isCovered !== other.isCovered) return one.isCovered
  if (one.isCovered) return one.until === null || (other.until !== null && one.until > other.until)
  return (one.since ?? '') > (other.since ?? '')
}

function ofKind(licenses: readonly LicenseDays[], day: string, stateId: number | null): Cover {
  const hasStates = licenses.some((license) => license.stateId !== null)
  const counting = stateId === null ? licenses : licenses.filter((license) => license.stateId === (hasStates ? stateId : null))
  if (!counting.some((license) => coversDay(license, day))) {
    const ended = counting.flatMap(({ validTo }) => (validTo !== null && validTo < day ? [validTo] : []))
    const last = ended.sort().at(-1)
    return { isCovered: false, until: null, since: last === undefined ? null : addCalendarDays(last, 1) }
  }
  // A renewal that begins no later than the day after a license ends continues that license.
  let until: string | null = day
  for (const license of counting.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))) {
    if (until === null || license.validFrom > addCalendarDays(until, 1)) continue
    if (license.validTo === null) until = null
    else if (license.validTo > until) until = license.validTo
  }
  return { isCovered: true, until, since: null }
}

/** The status of one license on a day. */
export function licenseStanding(
  license: Pick<LicenseDays, 'validFrom' | 'validTo'>,
  day: string,
): { standing: 'valid' | 'expiring' | 'expired' | 'notYet'; daysLeft: number | null } {
  if (license.validFrom > day) return { standing: 'notYet', daysLeft: null }
  if (license.validTo === null) return { standing: 'valid', daysLeft: null }
  const daysLeft = daysBetween(day, license.validTo)
  if (daysLeft < 0) return { standing: 'expired', daysLeft }
  return { standing: daysLeft <= EXPIRING_DAYS ? 'expiring' : 'valid', daysLeft }
}
