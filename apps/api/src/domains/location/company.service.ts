import { writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { readPrepared, type Together } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { locationErrors } from './location.facts.ts'
import { selectCustomerName, selectLocations } from './location.joins.ts'
import { selectAddresses, selectLocationFacts } from './location.queries.ts'

/** Returns the queries for the part of a form that describes the reporting company. The caller sends them in one round trip with other queries. */
export const selectCompany = (tx: CustomerTx, locationId: number) => ({
  places: selectLocations(tx, { locationIds: [locationId], withClosed: true }),
  addresses: selectAddresses(tx, [locationId]),
  customers: selectCustomerName(tx),
  facts: selectLocationFacts(tx, [locationId]),
})

export async function readCompany(tx: CustomerTx, session: Session, locationId: number) {
  return describeCompany(session, locationId, await readPrepared(tx, selectCompany(tx, locationId)))
}

/**
 * The reporting company at a location, for the form's company block; the caller is the contact.
 *
 * @throws AppError location_not_found, also for a location that the caller cannot access.
 */
export function describeCompany(
  session: Session,
  locationId: number,
  { places: [location], addresses: [address], customers: [customer], facts: [facts] }: Together<ReturnType<typeof selectCompany>>,
) {
  if (!location || (session.scope !== 'all' && !session.locationIds.includes(locationId)))
    throw new AppError(locationErrors.location_not_found)
  must(session, 'location:read', locationId)
  return {
    companyName: customer?.name ?? '',
    addressLineOne: address?.addressLineOne ?? null,
    addressLineTwo: address?.addressLineTwo ?? null,
    city: address?.city ?? null,
    state: address?.stateCode ?? null,
    country: 'US',
    zip: address?.zip ?? null,
    // Customers of Seriatim are dispensers.
    companyCategory: 'DISPENSER (PHARMACY)' as const,
    uniqueFacilityIdentifier: location.globalLocationNumber,
    contactName: writeFullName(session),
    contactPhone: facts?.phone ?? null,
    contactEmail: session.emailAddress,
  }
}
