import { isDeepStrictEqual } from 'node:util'
import type { HydratedLocation, LocationFacts, NewLocationAddress } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { locationErrors } from './location.facts.ts'
import {
  clearDefaults,
  deleteAddress,
  findAddressPlace,
  insertAddress,
  insertLocation,
  listAddresses,
  listGlns,
  lockCustomer,
  lockLocations,
  updateAddress,
  updateLocation,
} from './location.queries.ts'
import { readHydratedLocation, readLocationLimit } from './location.service.ts'

const RIGHT = 'location:write'

type Locked = Awaited<ReturnType<typeof lockLocations>>[number]

/**
 * Creates a location with its addresses, named after the first line of the default address, or of the first address if none is the default (decision
 * 16).
 *
 * @throws AppError location_limit if no subscription is free (LOC-021).
 */
export async function createLocation(
  tx: CustomerTx,
  session: Session,
  { addresses, timeZone = session.timeZone }: { addresses: readonly NewLocationAddress[]; timeZone?: string | undefined },
): Promise<HydratedLocation> {
  // Without the lock, two concurrent calls would count the same number of locations.
  await lockCustomer(tx)
  await expectRoom(tx, session)
  const chosen = addresses.findLastIndex((address) => address.isDefault)
  const first = Math.max(0, chosen)
  const name = addresses[first]?.addressLineOne ?? ''
  const locationId = await insertLocation(tx, { name, timeZone, createdAt: session.now })
  for (const [at, address] of addresses.entries())
    await insertAddress(tx, locationId, addressValues({ ...address, isDefault: at === first }))
  await audit(tx, session, {
    action: 'location.new',
    subject: 'location',
    subjectId: locationId,
    detail: { name, addresses: addresses.length },
  })
  return readHydratedLocation(tx, session, locationId)
}

/** Expects that the subscription allows one more location. @throws AppError location_limit */
async function expectRoom(tx: CustomerTx, session: Session): Promise<void> {
  const { unused } = await readLocationLimit(tx, session)
  if (unused !== 'unlimited' && unused < 1) throw new AppError(locationErrors.location_limit)
}

const addressValues = ({ stateId, ...address }: NewLocationAddress) => ({ ...address, stateId: stateId ?? null })

/**
 * Locks all locations of the customer and returns them, together with the location that the caller wants to change.
 * @throws AppError location_not_found, not_allowed.
 */
async function lockOwn(tx: CustomerTx, session: Session, locationId: number): Promise<{ location: Locked; all: Locked[] }> {
  const all = await lockLocations(tx)
  const location = all.find((one) => one.id === locationId)
  if (!location) throw new AppError(locationErrors.location_not_found)
  must(session, RIGHT, locationId)
  return { location, all }
}

export async function addAddress(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, ...address }: NewLocationAddress & { customerLocationId: number },
): Promise<HydratedLocation> {
  const { location } = await lockOwn(tx, session, customerLocationId)
  if (location.closedAt) throw new AppError(locationErrors.location_closed)
  const addressId = await insertAddress(tx, customerLocationId, addressValues(address))
  await audit(tx, session, {
    action: 'location.addAddress',
    subject: 'location',
    subjectId: customerLocationId,
    detail: { after: addressValues(address), before: {} },
  })
  await keepOneDefault(tx, location, address.isDefault ? addressId : undefined)
  return readHydratedLocation(tx, session, customerLocationId)
}

export async function changeAddress(
  tx: CustomerTx,
  session: Session,
  { id, ...address }: NewLocationAddress & { id: number },
): Promise<HydratedLocation> {
  const { locationId, before } = await findOwnAddress(tx, session, id)
  const { location } = await lockOwn(tx, session, locationId)
  await updateAddress(tx, id, addressValues(address))
  const after: Record<string, unknown> = addressValues(address)
  const was = Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof typeof before]])) // `addressValues` names its fields as the stored row does
  await audit(tx, session, {
    action: 'location.updateAddress',
    subject: 'location',
    subjectId: locationId,
    detail: { before: was, after },
  })
  await keepOneDefault(tx, location, address.isDefault ? id : undefined)
  return readHydratedLocation(tx, session, locationId)
}

/** @throws AppError address_not_found, address_last for the only address (LOC-014). */
export async function removeAddress(tx: CustomerTx, session: Session, addressId: number): Promise<HydratedLocation> {
  const { locationId, before } = await findOwnAddress(tx, session, addressId)
  const { location } = await lockOwn(tx, session, locationId)
  if ((await listAddresses(tx, [locationId])).length < 2) throw new AppError(locationErrors.address_last)
  await deleteAddress(tx, addressId)
  await audit(tx, session, {
    action: 'location.deleteAddress',
    subject: 'location',
    subjectId: locationId,
    detail: { address: [before.addressLineOne, before.addressLineTwo, before.city, before.zip].filter(Boolean).join(', ') },
  })
  await keepOneDefault(tx, location, undefined)
  return readHydratedLocation(tx, session, locationId)
}

async function findOwnAddress(tx: CustomerTx, session: Session, addressId: number) {
  const locationId = await findAddressPlace(tx, addressId)
  if (locationId === undefined) throw new AppError(locationErrors.address_not_found)
  if (session.scope !== 'all' && !session.locationIds.includes(locationId)) throw new AppError(locationErrors.address_not_found)
  const before = (await listAddresses(tx, [locationId])).find((address) => address.id === addressId)
  if (!before) throw new AppError(locationErrors.address_not_found)
  return { locationId, before }
}

/**
 * Makes sure that exactly one address is the default after an address was added, changed or deleted. The default address's first line is the
 * location's name (LOC-019).
 */
async function keepOneDefault(tx: CustomerTx, location: Locked, wanted: number | undefined): Promise<void> {
  const addresses = await listAddresses(tx, [location.id])
  const first = addresses.find((address) => address.id === wanted) ?? addresses[0]
  if (!first) return
  await clearDefaults(tx, location.id, first.id)
  if (!first.isDefault) await updateAddress(tx, first.id, { isDefault: true })
  if (first.addressLineOne !== location.name) await updateLocation(tx, location.id, { name: first.addressLineOne })
}

/** Renames a location. Its name is also the first line of its default address, so that line changes too (decision 16). */
export async function renameLocation(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, name }: { customerLocationId: number; name: string },
): Promise<HydratedLocation> {
  const { location } = await lockOwn(tx, session, customerLocationId)
  const [first] = await listAddresses(tx, [customerLocationId])
  if (location.name === name) auditNothing(session)
  else {
    await updateLocation(tx, customerLocationId, { name })
    if (first) await updateAddress(tx, first.id, { addressLineOne: name })
    await audit(tx, session, {
      action: 'location.rename',
      subject: 'location',
      subjectId: customerLocationId,
      detail: { before: { name: location.name }, after: { name } },
    })
  }
  return readHydratedLocation(tx, session, customerLocationId)
}

/**
 * Changes a location's time zone, phone number, NPI and license number. The time zone decides when a day begins there; partners and inspectors ask
 * for the others.
 */
export async function changeLocationFacts(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, ...facts }: LocationFacts & { customerLocationId: number },
): Promise<HydratedLocation> {
  await lockOwn(tx, session, customerLocationId)
  const known = await readHydratedLocation(tx, session, customerLocationId)
  const { timeZone, phone, npi, licenseNumber } = known
  const before = { timeZone, phone, npi, licenseNumber }
  if (isDeepStrictEqual(before, facts)) {
    auditNothing(session)
    return known
  }
  await updateLocation(tx, customerLocationId, facts)
  const detail = { before, after: facts }
  await audit(tx, session, { action: 'location.updateFacts', subject: 'location', subjectId: customerLocationId, detail })
  return readHydratedLocation(tx, session, customerLocationId)
}

/**
 * Closes a location: it accepts nothing new, its data stays, and its subscription can be used for another location. @throws AppError location_closed,
 * location_last.
 */
export async function closeLocation(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, reason }: { customerLocationId: number; reason: string },
): Promise<HydratedLocation> {
  const { location, all } = await lockOwn(tx, session, customerLocationId)
  if (location.closedAt) throw new AppError(locationErrors.location_closed)
  if (!all.some((one) => one.id !== customerLocationId && one.closedAt === null)) throw new AppError(locationErrors.location_last)
  await updateLocation(tx, customerLocationId, { closedAt: session.now, closedById: session.userId, closeReason: reason })
  await audit(tx, session, { action: 'location.close', subject: 'location', subjectId: customerLocationId, detail: { reason } })
  return readHydratedLocation(tx, session, customerLocationId)
}

/** @throws AppError location_not_closed, location_limit. */
export async function reopenLocation(tx: CustomerTx, session: Session, customerLocationId: number): Promise<HydratedLocation> {
  await lockCustomer(tx)
  const { location } = await lockOwn(tx, session, customerLocationId)
  if (!location.closedAt) throw new AppError(locationErrors.location_not_closed)
  await expectRoom(tx, session)
  await updateLocation(tx, customerLocationId, { closedAt: null, closedById: null, closeReason: null })
  // Files for the location's GLNs that arrived while it was closed could not be assigned to it, so they are read again now.
  const glns = (await listGlns(tx)).filter((gln) => gln.locationId === customerLocationId)
  let waitingFiles = 0
  for (const { globalLocationNumber } of glns) waitingFiles += (await tx.listeners.glnAdded(tx, session, globalLocationNumber)).length
  await audit(tx, session, { action: 'location.reopen', subject: 'location', subjectId: customerLocationId, detail: { waitingFiles } })
  return readHydratedLocation(tx, session, customerLocationId)
}

/** Sets the owner of the goods that the location receives (340B): another location of the customer, or null if the location owns them. */
export async function setLocationOwner(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, ownerLocationId }: { customerLocationId: number; ownerLocationId: number | null },
): Promise<HydratedLocation> {
  const { location, all } = await lockOwn(tx, session, customerLocationId)
  if (ownerLocationId === customerLocationId) throw new AppError(locationErrors.location_owner_itself)
  if (ownerLocationId !== null && !all.some((one) => one.id === ownerLocationId)) throw new AppError(locationErrors.location_not_found)
  if (location.ownerLocationId === ownerLocationId) auditNothing(session)
  else {
    await updateLocation(tx, customerLocationId, { ownerLocationId })
    const findName = (id: number | null) => all.find((one) => one.id === id)?.name ?? null
    await audit(tx, session, {
      action: 'location.setOwner',
      subject: 'location',
      subjectId: customerLocationId,
      detail: {
        before: { owner: findName(location.ownerLocationId), ownerLocationId: location.ownerLocationId },
        after: { owner: findName(ownerLocationId), ownerLocationId },
      },
    })
  }
  return readHydratedLocation(tx, session, customerLocationId)
}
