import { KEEP_YEARS, type TracingCounts, type TracingOrigin, type TracingSummary } from '@seriatim/schema'
import { addMonths, toDay } from '../../core/day.ts'
import { mayReadAnswer, type Seeing } from './request.access.ts'
import type { RequestRecord, StoredCounts } from './request.queries.ts'
import { standingOf } from './standing.rules.ts'
import { daysOffOf, statedDayOf } from './tracing-clock.ts'

const toText = (at: Date | null) => at?.toISOString() ?? null

/**
 * Returns the numbers of matches that the request's last search counted; null if there was no search or the viewer may not see all locations that
 * were searched.
 */
export function toCounts(seeing: Seeing, row: { counts: unknown }): TracingCounts | null {
  const stored = row.counts as StoredCounts | null // written by `saveCounts`
  if (!stored) return null
  const { locationIds, ...counts } = stored
  const mayRead = locationIds ? mayReadAnswer(seeing, { locationIds }) : seeing.scope === 'all'
  return mayRead ? counts : null
}

export function toSummary(seeing: Seeing, row: RequestRecord): TracingSummary {
  const { receivedAt, legalDueAt } = row
  return {
    id: row.id,
    number: row.number,
    direction: row.direction,
    isDrill: row.isDrill,
    asker: row.asker,
    organization: row.organization,
    name: row.name,
    isIdentityChecked: row.identityAt !== null,
    basis: row.basis,
    reference: row.reference,
    about: row.about,
    items: row.itemCount,
    counts: toCounts(seeing, row),
    receivedAt: receivedAt.toISOString(),
    targetAt: toText(row.targetAt),
    legalDueAt: toText(legalDueAt),
    daysOff: legalDueAt ? daysOffOf(row, legalDueAt) : [],
    statedDueAt: toText(row.statedDueAt),
    acknowledgedAt: toText(row.acknowledgedAt),
    answeredAt: toText(row.coveredAt ?? row.answeredAt),
    coveredAt: toText(row.direction === 'out' ? row.answeredAt : row.coveredAt),
    endedAt: toText(row.endedAt),
    standing: standingOf(row),
    isUndelivered: row.isUndelivered,
    searchedItems: row.searchedItems,
    locationId: row.locationId,
    locationName: row.locationName,
  }
}

/** A request as its page shows it: the summary and further data. Separate queries supply the answers and the history. */
export const toDetail = (seeing: Seeing, row: RequestRecord) => ({
  ...toSummary(seeing, row),
  role: row.role,
  emailAddress: row.emailAddress,
  phone: row.phone,
  channel: row.channel,
  wish: row.wish,
  incidentNumber: row.incidentNumber,
  note: row.note,
  timeZone: row.timeZone,
  statedDue: statedDayOf(row),
  identityHow: row.identityHow,
  identityCheckedBy: row.identityBy,
  identityCheckedAt: toText(row.identityAt),
  mailHeaders: row.mailHeaders,
  origin: toOrigin(row),
  createdBy: row.createdBy,
  endNote: row.endNote,
  // Records of a request are kept as long as those of an investigation, counted from the day on which the request is closed.
  keptUntil: row.endedAt && toDay(addMonths(row.endedAt, 12 * KEEP_YEARS), row.timeZone),
})

const toOrigin = ({ originKind: kind, originId: id }: RequestRecord): TracingOrigin | null => (kind && id !== null ? { kind, id } : null)

export const requestName = ({ number, isDrill }: { number: number; isDrill: boolean }): string =>
  isDrill ? `Drill ${number}` : `Request ${number}`
