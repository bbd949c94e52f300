import type { Authorization, LicenseKind } from '@seriatim/schema'

/** Days before its end on which a license is "expiring" (decision 52). */
export const EXPIRING_DAYS = 90

/** What of a license decides; days are `YYYY-MM-DD`, both included. */
export interface LicenseDays {
  kind: LicenseKind
  /** Null: federal. */
  stateId: number | null
  validFrom: string
  /** Null: open. */
  validTo: string | null
}

const DAY_MS = 86_400_000
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const covers = ({ validFrom, validTo }: LicenseDays, day: string) => validFrom <= day && (validTo === null || day <= validTo)

/**
 * Whether a partner with these licenses may sell in a state on a day: a license of one of its kinds covers the day. Where the partner has
 * state licenses of that kind, it is the one of this state that counts; else the federal one.
 *
 * @param stateId of the receiving location; null where it is not known: then any license counts.
 */
export function authorizationOn(
  licenses: readonly LicenseDays[],
  { day, stateId }: { day: string; stateId: number | null },
): Authorization {
  if (!licenses.length) return { status: 'unknown', until: null, since: null, daysLeft: null }
  const answers = [...new Set(licenses.map((license) => license.kind))].map((kind) =>
    ofKind(
      licenses.filter((license) => license.kind === kind),
      day,
      stateId,
    ),
  )
  const best = answers.reduce((one, other) => (isBetter(other, one) ? other : one))
  if (!best.isCovered) return { status: 'notAuthorized', until: null, since: best.since, daysLeft: null }
  const daysLeft = best.until === null ? null : daysBetween(day, best.until)
  return { status: daysLeft !== null && daysLeft <= EXPIRING_DAYS ? 'expiring' : 'authorized', until: best.until, since: null, daysLeft }
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
  if (!counting.some((license) => covers(license, day))) {
    const ended = counting.flatMap(({ validTo }) => (validTo !== null && validTo < day ? [validTo] : []))
    const last = ended.sort().at(-1)
    return { isCovered: false, until: null, since: last === undefined ? null : addDays(last, 1) }
  }
  // A renewal that begins before the day after the end carries on.
  let until: string | null = day
  for (const license of counting.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))) {
    if (until === null || license.validFrom > addDays(until, 1)) continue
    if (license.validTo === null) until = null
    else if (license.validTo > until) until = license.validTo
  }
  return { isCovered: true, until, since: null }
}

/** Of one license on a day. */
export function standingOn(
  license: Pick<LicenseDays, 'validFrom' | 'validTo'>,
  day: string,
): { standing: 'valid' | 'expiring' | 'expired' | 'notYet'; daysLeft: number | null } {
  if (license.validFrom > day) return { standing: 'notYet', daysLeft: null }
  if (license.validTo === null) return { standing: 'valid', daysLeft: null }
  const daysLeft = daysBetween(day, license.validTo)
  if (daysLeft < 0) return { standing: 'expired', daysLeft }
  return { standing: daysLeft <= EXPIRING_DAYS ? 'expiring' : 'valid', daysLeft }
}
