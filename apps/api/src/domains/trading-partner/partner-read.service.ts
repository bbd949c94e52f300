import {
  AUTHORIZATIONS,
  type PartnerBusiness,
  type PartnerRow,
  type PartnerSearch,
  type StateAuthorization,
  type TradingPartner,
} from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import { makePersonName } from '../../core/text/person.ts'
import { readKept, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectDueDays } from './agreement/paper-reminder.queries.ts'
import { addDays, authorizationOn, CHECK_DAYS, daysBetween, EXPIRING_DAYS, type LicenseDays } from './license/authorization.rules.ts'
import { selectLicenseDays } from './license/license.queries.ts'
import { type PartnerParts, selectPartnerParts } from './part/partner-part.queries.ts'
import { tradingPartnerErrors } from './trading-partner.facts.ts'
import {
  findPartner,
  isPartnerKey,
  type LocationState,
  type PartnerKey,
  type PartnerRecord,
  searchPartners,
  selectActivity,
  selectAmount,
  selectLocationStates,
} from './trading-partner.queries.ts'

/** @throws AppError partner_not_found, also for one of a location that the caller lacks. */
export async function readPartner(tx: CustomerTx, session: Session, id: number): Promise<TradingPartner> {
  const record = await findPartner(tx, id)
  if (!record) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', record.locationId)
  const [partner] = withParts(session, [record], await readKept(tx, selectPartnerParts(tx, [id])))
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  return partner
}

/** Records with all of their parts. */
function withParts(
  session: Session,
  records: readonly PartnerRecord[],
  { glns, addresses, contacts, details, accounts }: PartnerParts,
): TradingPartner[] {
  const of = <Part extends { tradingPartnerId: number }>(parts: readonly Part[], { id }: PartnerRecord) =>
    parts.filter((part) => part.tradingPartnerId === id)
  return records.map((record) => ({
    id: record.id,
    name: record.name,
    type: record.type,
    business: record.business,
    customerLocationId: record.locationId,
    globalLocationNumbers: of(glns, record).map(({ id, globalLocationNumber }) => ({ id, globalLocationNumber })),
    addresses: of(addresses, record).map(asAddress),
    contacts: of(contacts, record).map(({ id, firstName, lastName, title }) => ({
      id,
      firstName,
      lastName,
      title,
      contactDetails: details
        .filter((detail) => detail.partnerContactId === id)
        .map((detail) => ({ id: detail.id, contactType: detail.contactType, contactDetail: detail.contactDetail })),
    })),
    accountNumbers: of(accounts, record).map(({ id, accountNumber }) => ({ id, accountNumber })),
    customerLocation:
      record.locationId !== null && record.locationName !== null ? { id: record.locationId, name: record.locationName } : null,
    deactivated: record.deactivatedAt
      ? { at: record.deactivatedAt.toISOString(), by: makePersonName(record), reason: record.deactivateReason ?? '' }
      : null,
    mayWrite: may(session, 'partner:write', record.locationId),
  }))
}

function asAddress(row: PartnerParts['addresses'][number]): TradingPartner['addresses'][number] {
  return {
    id: row.id,
    name: row.name,
    addressLineOne: row.addressLineOne,
    addressLineTwo: row.addressLineTwo,
    city: row.city,
    stateId: row.stateId,
    state: row.stateName !== null && row.stateCode !== null ? { name: row.stateName, code: row.stateCode } : null,
    postalCode: row.postalCode,
    addressType: row.addressType,
  }
}

/** A page of partners with authorization as of today, date of the last order, and open matters. */
export async function searchForPartners(
  tx: CustomerTx,
  session: Session,
  search: PartnerSearch,
): Promise<{ items: PartnerRow[]; nextCursor: string | null; amount: number }> {
  const { cursor, ...filter } = search
  const after = readCursor(cursor, isPartnerKey)
  if (after && search.sort === 'added' && Number.isNaN(Date.parse(after[0]))) throw new AppError(coreErrors.bad_cursor)
  const rows = await searchPartners(tx, filter, after)
  const makeKey = (row: (typeof rows)[number]): PartnerKey => [search.sort === 'name' ? row.sortName : row.createdAt.toISOString(), row.id]
  const page = pageOf(rows, search.limit, makeKey)
  const ids = page.items.map((row) => row.id)
  const { timeZone } = session
  const day = toDay(session.now, timeZone)
  const found = await readKept(tx, {
    licenses: selectLicenseDays(tx, ids),
    activity: selectActivity(ids),
    due: selectDueDays(ids, { today: day, checksTo: addDays(day, CHECK_DAYS), agreementsTo: addDays(day, EXPIRING_DAYS) }),
    places: selectPlaces(session),
    amounts: selectAmount(tx, filter),
    ...selectPartnerParts(tx, ids),
  })
  const licenses = Map.groupBy(found.licenses, (license) => license.tradingPartnerId)
  const activity = new Map(withInstants(found.activity, 'lastOrderAt').map((one) => [one.id, one]))
  const due = new Map(found.due.map((one) => [one.id, one]))
  const dueOn = (on: string | null | undefined) => (on ? { on, daysLeft: daysBetween(day, on) } : null)
  const partners = withParts(session, page.items, found)
  const records = new Map(page.items.map((row) => [row.id, row]))
  return {
    items: partners.map((partner) => {
      const { business, customerLocationId } = partner
      const seller = { business, deactivatedAt: records.get(partner.id)?.deactivatedAt ?? null }
      const own = collectPlaces(found.places, customerLocationId)
      return {
        ...partner,
        authorization: chooseWorst(makeAuthorizations(seller, licenses.get(partner.id) ?? [], { places: own, day, timeZone })),
        lastOrderAt: activity.get(partner.id)?.lastOrderAt?.toISOString() ?? null,
        openExceptions: activity.get(partner.id)?.openExceptions ?? 0,
        checkDue: dueOn(due.get(partner.id)?.checkOn),
        agreementEnds: dueOn(due.get(partner.id)?.agreementEndsOn),
      }
    }),
    nextCursor: page.nextCursor,
    amount: found.amounts[0]?.amount ?? 0,
  }
}

export type Place = LocationState

/** The caller's open locations with their states. */
export const selectPlaces = (session: Session) => selectLocationStates(pickOwnLocations(session))

const pickOwnLocations = ({ scope, locationIds }: Session) => (scope === 'all' ? 'all' : locationIds)

/** Places that a partner sells to. */
export const collectPlaces = (places: readonly Place[], locationId: number | null) =>
  places.filter((place) => locationId === null || place.locationId === locationId)

/** The facts of a partner that decide, beside its licenses. */
interface Seller {
  business: PartnerBusiness | null
  deactivatedAt: Date | null
}

/** One answer per state, with the locations there. */
export function makeAuthorizations(
  seller: Seller,
  licenses: readonly LicenseDays[],
  { places, day, timeZone }: { places: readonly Place[]; day: string; timeZone: string },
): StateAuthorization[] {
  const { business, deactivatedAt } = seller
  const deactivatedOn = deactivatedAt && toDay(deactivatedAt, timeZone)
  const states = new Map<number | null, Place[]>()
  for (const place of places) states.set(place.stateId, [...(states.get(place.stateId) ?? []), place])
  if (!states.size) states.set(null, [])
  return [...states].map(([stateId, there]) => ({
    ...authorizationOn(licenses, { day, stateId, business, deactivatedOn }),
    state: authorizationState(there[0]),
    locations: there.map((place) => place.locationName),
  }))
}

function authorizationState(place: Place | undefined): StateAuthorization['state'] {
  if (!place || place.stateId === null || place.name === null || place.code === null) return null
  return { id: place.stateId, name: place.name, code: place.code }
}

/** Chooses the answer that a list shows for several states: the worst, and among equally bad ones the one that ends soonest. */
function chooseWorst(answers: readonly StateAuthorization[]): StateAuthorization {
  const sorted = answers.toSorted(
    (one, other) =>
      AUTHORIZATIONS.indexOf(one.status) - AUTHORIZATIONS.indexOf(other.status) || (one.daysLeft ?? 1e6) - (other.daysLeft ?? 1e6),
  )
  return sorted[0] ?? { status: 'unknown', until: null, since: null, daysLeft: null, state: null, locations: [] }
}
