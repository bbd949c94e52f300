import type { PartnerBusiness, StateAuthorization, TradingPartner } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { makePersonName } from '../../core/text/person.ts'
import { readPrepared } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { authorizationOn, type LicenseDays } from './license/authorization.rules.ts'
import { type PartnerParts, selectPartnerParts } from './part/partner-part.queries.ts'
import { tradingPartnerErrors } from './trading-partner.facts.ts'
import { findPartner, type LocationState, type PartnerRecord, selectLocationStates } from './trading-partner.queries.ts'

/**
 * Reads a partner with all of its parts.
 * @throws AppError partner_not_found, also for a partner of a location that the caller cannot access.
 */
export async function readPartner(tx: CustomerTx, session: Session, id: number): Promise<TradingPartner> {
  const record = await findPartner(tx, id)
  if (!record) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', record.locationId)
  const [partner] = withParts(session, [record], await readPrepared(tx, selectPartnerParts(tx, [id])))
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  return partner
}

/** Adds GLNs, addresses, contacts and account numbers to the partner records. */
export function withParts(
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

export type Place = LocationState

/** The caller's open locations with their states. */
export const selectOwnLocationStates = (session: Session) => selectLocationStates(pickOwnLocations(session))

const pickOwnLocations = ({ scope, locationIds }: Session) => (scope === 'all' ? 'all' : locationIds)

/**
 * Returns those of the given locations to which a partner sells: all of them if the partner belongs to no location (`locationId` is null), and
 * otherwise only the partner's own.
 */
export const collectPlaces = (places: readonly Place[], locationId: number | null) =>
  places.filter((place) => locationId === null || place.locationId === locationId)

/** Data of a partner that decides, together with its licenses, whether it is authorized. */
interface Seller {
  business: PartnerBusiness | null
  deactivatedAt: Date | null
}

/**
 * Judges a seller for each state in which the caller has locations: whether the customer may buy from the seller there on `day`. Also lists the names
 * of the caller's locations in that state.
 */
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
