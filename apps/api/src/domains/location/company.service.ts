import { writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { findAddress, findCustomerName } from './location.queries.ts'
import { readLocationNames } from './location.service.ts'

/**
 * Who reports an incident at a location, as the form's company block wants it; the caller is the contact.
 *
 * @throws AppError location_not_found, also for a location that the caller lacks.
 */
export async function readCompany(tx: CustomerTx, session: Session, locationId: number) {
  const location = (await readLocationNames(tx)).get(locationId)
  if (!location || (session.scope !== 'all' && !session.locationIds.includes(locationId))) throw new AppError('location_not_found')
  must(session, 'location:read', locationId)
  const address = await findAddress(tx, locationId)
  return {
    companyName: (await findCustomerName(tx)) ?? '',
    addressLineOne: address?.addressLineOne ?? null,
    addressLineTwo: address?.addressLineTwo ?? null,
    city: address?.city ?? null,
    state: address?.stateCode ?? null,
    country: 'US',
    zip: address?.zip ?? null,
    // Who uses Seriatim dispenses.
    companyCategory: 'DISPENSER (PHARMACY)' as const,
    uniqueFacilityIdentifier: location.globalLocationNumber,
    contactName: writeFullName(session),
    contactPhone: null,
    contactEmail: session.emailAddress,
  }
}
