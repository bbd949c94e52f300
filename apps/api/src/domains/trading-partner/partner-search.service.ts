import { AUTHORIZATIONS, type PartnerFileSearch, type PartnerRow, type PartnerSearch, type StateAuthorization } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { endOfDay, toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import { readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectDueDays } from './agreement/paper-reminder.queries.ts'
import { addCalendarDays, CHECK_DAYS, daysBetween, EXPIRING_DAYS, type LicenseDays } from './license/authorization.rules.ts'
import { selectLicenseDays } from './license/license.queries.ts'
import { selectPartnerParts } from './part/partner-part.queries.ts'
import { collectPlaces, makeAuthorizations, type Place, selectOwnLocationStates, withParts } from './partner-read.service.ts'
import {
  isPartnerKey,
  listPartners,
  type PartnerFilter,
  type PartnerKey,
  searchPartners,
  selectAmount,
  selectPartnerActivity,
} from './trading-partner.queries.ts'

type Listed = Awaited<ReturnType<typeof listPartners>>[number]

/** A listed partner with its authorization on a day: one answer for each state, and the worst of these answers. */
export interface Standing {
  record: Listed
  answers: StateAuthorization[]
  worst: StateAuthorization
}

/**
 * Returns one page of partners, each with its authorization on a day (default: today), the date of its last order, its number of open tickets, and
 * the days on which its license check is due and an agreement ends, if they are near.
 */
export async function searchForPartners(
  tx: CustomerTx,
  session: Session,
  search: PartnerSearch,
): Promise<{ items: PartnerRow[]; nextCursor: string | null; amount: number }> {
  const { day, isPast, filter } = readSearch(session, search)
  const { rows, nextCursor, amount } = await findPage(tx, session, search)
  const ids = rows.map((row) => row.id)
  const today = toDay(session.now, session.timeZone)
  const found = await readPrepared(tx, {
    licenses: selectLicenseDays(tx, ids),
    activity: selectPartnerActivity(ids),
    due: selectDueDays(ids, { today, checksTo: addCalendarDays(today, CHECK_DAYS), agreementsTo: addCalendarDays(today, EXPIRING_DAYS) }),
    places: selectOwnLocationStates(session),
    amounts: selectAmount(tx, filter),
    ...selectPartnerParts(tx, ids),
  })
  const standings = new Map(makeStandings(session, rows, found, day).map((one) => [one.record.id, one]))
  const activity = new Map(withInstants(found.activity, 'lastOrderAt').map((one) => [one.id, one]))
  const due = new Map(found.due.map((one) => [one.id, one]))
  // The days left until a due date are counted from today, so a search for a past day shows no due dates.
  const dueOn = (on: string | null | undefined) => (on && !isPast ? { on, daysLeft: daysBetween(today, on) } : null)
  return {
    items: withParts(session, rows, found).flatMap((partner): PartnerRow[] => {
      const standing = standings.get(partner.id)
      if (!standing) return []
      return [
        {
          ...partner,
          authorization: standing.worst,
          lastOrderAt: activity.get(partner.id)?.lastOrderAt?.toISOString() ?? null,
          openExceptions: activity.get(partner.id)?.openExceptions ?? 0,
          checkDue: dueOn(due.get(partner.id)?.checkOn),
          agreementEnds: dueOn(due.get(partner.id)?.agreementEndsOn),
        },
      ]
    }),
    nextCursor,
    amount: amount ?? found.amounts[0]?.amount ?? 0,
  }
}

/** Prepares a search: the day to judge authorizations for, whether that day is over, and the conditions that the database can check. */
export function readSearch({ now, timeZone }: Session, search: PartnerFileSearch): { day: string; isPast: boolean; filter: PartnerFilter } {
  const { name, gln, city, stateId, type, deactivated } = search
  const day = search.day || toDay(now, timeZone)
  const end = endOfDay(day, timeZone)
  const isPast = end < now
  return { day, isPast, filter: { name, gln, city, stateId, type, deactivated, at: isPast ? end : undefined } }
}

/**
 * Finds the rows of a page. Normally, the database selects only these rows, and `amount` is undefined. If the search sorts or filters by
 * authorization, all matches are loaded, the page is cut from them, and `amount` is their number.
 */
async function findPage(tx: CustomerTx, session: Session, search: PartnerSearch) {
  const { sort, sortOrder, limit, authorization } = search
  const after = readCursor(search.cursor, isPartnerKey)
  if (sort !== 'authorization' && !authorization) {
    if (after && sort === 'added' && Number.isNaN(Date.parse(after[0]))) throw new AppError(coreErrors.bad_cursor)
    const found = await searchPartners(tx, { ...readSearch(session, search).filter, sort, sortOrder, limit }, after)
    const page = pageOf(found, limit, (row): PartnerKey => [sort === 'name' ? row.sortName : row.createdAt.toISOString(), row.id])
    return { rows: page.items, nextCursor: page.nextCursor, amount: undefined }
  }
  const standings = await listStandings(tx, session, search)
  const start = after ? standings.findIndex(({ record }) => record.id === after[1]) + 1 : 0
  const page = pageOf(standings.slice(start, start + limit + 1), limit, ({ record }): PartnerKey => ['', record.id])
  return { rows: page.items.map(({ record }) => record), nextCursor: page.nextCursor, amount: standings.length }
}

/** Lists all partners that a search finds, with their authorization, in the order of the search. */
export async function listStandings(tx: CustomerTx, session: Session, search: PartnerFileSearch): Promise<Standing[]> {
  const { day, filter } = readSearch(session, search)
  const records = await listPartners(tx, filter)
  const ids = records.map(({ id }) => id)
  const found = { licenses: await selectLicenseDays(tx, ids).execute(), places: (await selectOwnLocationStates(session).execute(tx)).rows }
  const { authorization, sort, sortOrder } = search
  const standings = makeStandings(session, records, found, day).filter(({ worst }) => !authorization || isAnswer(worst, authorization))
  if (sort === 'authorization') standings.sort((one, other) => compare(one.worst, other.worst))
  if (sort === 'added') standings.sort((one, other) => one.record.createdAt.getTime() - other.record.createdAt.getTime())
  return sortOrder === 'asc' ? standings : standings.toReversed()
}

function makeStandings(
  { timeZone }: Session,
  records: readonly Listed[],
  found: { licenses: readonly (LicenseDays & { tradingPartnerId: number })[]; places: readonly Place[] },
  day: string,
): Standing[] {
  const licenses = Map.groupBy(found.licenses, (license) => license.tradingPartnerId)
  return records.map((record) => {
    const places = collectPlaces(found.places, record.locationId)
    const answers = makeAuthorizations(record, licenses.get(record.id) ?? [], { places, day, timeZone })
    return { record, answers, worst: chooseWorst(answers) }
  })
}

/**
 * Whether a status satisfies a search for the wanted one. A search for `authorized` also finds `expiring`, because such a license is still valid; the
 * printed list does the same.
 */
const isAnswer = ({ status }: StateAuthorization, wanted: StateAuthorization['status']) =>
  status === wanted || (wanted === 'authorized' && status === 'expiring')

/** Sorts the worst status first, and equal statuses by end date. */
const compare = (one: StateAuthorization, other: StateAuthorization) =>
  AUTHORIZATIONS.indexOf(one.status) - AUTHORIZATIONS.indexOf(other.status) || (one.daysLeft ?? 1e6) - (other.daysLeft ?? 1e6)

/** Chooses the status that a list shows for a partner whose status differs by state: the worst one. */
function chooseWorst(answers: readonly StateAuthorization[]): StateAuthorization {
  return answers.toSorted(compare)[0] ?? { status: 'unknown', until: null, since: null, daysLeft: null, state: null, locations: [] }
}
