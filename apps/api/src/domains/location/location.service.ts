import type { CustomerLocation, HydratedLocation, LocationLimit, OwnedLocation } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { makePersonName } from '../../core/text/person.ts'
import { readPrepared, type Together, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readEntitlement } from '../entitlement/entitlement.service.ts'
import { selectLocationGlns, toLocationGln } from './gln/gln.joins.ts'
import { locationErrors } from './location.facts.ts'
import { selectLocations, selectStates } from './location.joins.ts'
import {
  listAddresses,
  listGlns,
  listGoodsOwnerGlns,
  listLocations,
  listOwned,
  selectAddresses,
  selectLocationFacts,
  toLocationAddress,
} from './location.queries.ts'

/**
 * The caller's open locations; the customer admin has all. Closed locations are left out, because they accept nothing new and no selector shows them.
 */
export function readMyLocations(tx: CustomerTx, session: Session): Promise<CustomerLocation[]> {
  return listLocations(tx, { locationIds: session.scope === 'all' ? 'all' : session.locationIds })
}

/** The caller's closed locations, which accept nothing new. */
export async function readMyClosedLocations(tx: CustomerTx, session: Session): Promise<CustomerLocation[]> {
  const open = new Set((await readMyLocations(tx, session)).map(({ id }) => id))
  const all = await listLocations(tx, { locationIds: session.scope === 'all' ? 'all' : session.locationIds, withClosed: true })
  return all.filter(({ id }) => !open.has(id))
}

/** The open location of each of the customer's GLNs, which decides where a document goes (decision 27). */
export async function readGlnOwners(tx: CustomerTx): Promise<Map<string, number>> {
  return new Map((await listGlns(tx)).map((gln) => [gln.globalLocationNumber, gln.locationId]))
}

/** Returns the ids of the locations that are not closed; only these accept new data. */
export async function readOpenLocations(tx: CustomerTx): Promise<Set<number>> {
  return new Set((await listLocations(tx, { locationIds: 'all' })).map((location) => location.id))
}

/** The owner of the goods that a location receives (340B); null: the location itself. */
function pickGoodsOwner([fact]: readonly { ownerId: number | null; ownerName: string | null }[]): { id: number; name: string } | null {
  return fact && fact.ownerId !== null && fact.ownerName !== null ? { id: fact.ownerId, name: fact.ownerName } : null
}

/** A location that owns the goods of another one (340B), with the name, address and GLN that documents show. */
export interface GoodsOwner extends Pick<HydratedLocation, 'customerLocationDefaultAddress'> {
  id: number
  name: string
  /** GLN of the location that owns the goods; null if that location has none. */
  gln: string | null
}

/** Reads the location that owns the goods of this one, even if the caller has no access to the owner; null if the goods are the location's own. */
export async function readGoodsOwner(tx: CustomerTx, locationId: number): Promise<GoodsOwner | null> {
  const owner = pickGoodsOwner(await selectLocationFacts(tx, [locationId]).execute())
  if (!owner) return null
  const [address] = await listAddresses(tx, [owner.id])
  const [gln] = await listGoodsOwnerGlns(tx, locationId)
  return { ...owner, gln: gln ?? null, customerLocationDefaultAddress: address ? toLocationAddress(address) : null }
}

/** Queries behind {@link pickGoodsPlace}, for pages that show goods of a location. They are run together with others. */
export const selectGoodsPlace = (tx: CustomerTx, locationId: number) => ({
  places: selectLocations(tx, { locationIds: [locationId], withClosed: true }),
  placeFacts: selectLocationFacts(tx, [locationId]),
})

/** The GLN that represents the location, and the owner of its goods (340B). */
export function pickGoodsPlace({ places, placeFacts }: Together<ReturnType<typeof selectGoodsPlace>>) {
  return { gln: places[0]?.globalLocationNumber ?? null, goodsOwner: pickGoodsOwner(placeFacts) }
}

/** The pairs of a receiving location and the location that owns its goods (340B), if at least one of the two is the caller's. */
export async function readOwned(tx: CustomerTx, session: Session): Promise<OwnedLocation[]> {
  const isOwn = (id: number) => session.scope === 'all' || session.locationIds.includes(id)
  const owned = (await listOwned(tx)).filter(({ id, ownerId }) => isOwn(id) || isOwn(ownerId))
  return owned.map(({ id, name, ownerId, ownerName }) => ({ id, name, owner: { id: ownerId, name: ownerName } }))
}

/** All GLNs of all locations, including closed ones. */
export const readKnownGlns = async (tx: CustomerTx): Promise<Set<string>> =>
  new Set((await listGlns(tx, { withClosed: true })).map((gln) => gln.globalLocationNumber))

/** Names of all locations, including closed ones, because history shows them. */
export async function readLocationNames(tx: CustomerTx): Promise<Map<number, CustomerLocation>> {
  return new Map((await listLocations(tx, { locationIds: 'all', withClosed: true })).map((location) => [location.id, location]))
}

/** The caller's locations with addresses and GLNs, closed ones last. */
export function readMyHydratedLocations(tx: CustomerTx, session: Session): Promise<HydratedLocation[]> {
  return hydrate(tx, session.scope === 'all' ? 'all' : session.locationIds)
}

/** @throws AppError location_not_found, also for a location that the caller cannot access. */
export async function readHydratedLocation(tx: CustomerTx, session: Session, locationId: number): Promise<HydratedLocation> {
  if (session.scope !== 'all' && !session.locationIds.includes(locationId)) throw new AppError(locationErrors.location_not_found)
  const [location] = await hydrate(tx, [locationId])
  if (!location) throw new AppError(locationErrors.location_not_found)
  must(session, 'location:read', locationId)
  return location
}

async function hydrate(tx: CustomerTx, locationIds: readonly number[] | 'all'): Promise<HydratedLocation[]> {
  const locations = await listLocations(tx, { locationIds, withClosed: true })
  const ids = locations.map((location) => location.id)
  const found = await readPrepared(tx, {
    addresses: selectAddresses(tx, ids),
    glns: selectLocationGlns(tx, ids),
    facts: selectLocationFacts(tx, ids),
  })
  const facts = new Map(withInstants(found.facts, 'closedAt').map((row) => [row.id, row]))
  return locations
    .map((location): HydratedLocation => {
      const own = found.addresses.filter((address) => address.locationId === location.id).map(toLocationAddress)
      const fact = facts.get(location.id)
      return {
        ...location,
        customerLocationAddresses: own,
        customerLocationDefaultAddress: own[0] ?? null,
        customerLocationGlobalLocationNumbers: found.glns.filter((gln) => gln.locationId === location.id).map(toLocationGln),
        timeZone: fact?.timeZone ?? '',
        phone: fact?.phone ?? null,
        npi: fact?.npi ?? null,
        licenseNumber: fact?.licenseNumber ?? null,
        closed: fact?.closedAt ? { at: fact.closedAt.toISOString(), by: makePersonName(fact), reason: fact.closeReason ?? '' } : null,
        owner: fact && fact.ownerId !== null && fact.ownerName !== null ? { id: fact.ownerId, name: fact.ownerName } : null,
      }
    })
    .toSorted((one, other) => Number(one.closed !== null) - Number(other.closed !== null))
}

/** Number of locations that the subscriptions allow, and number of open ones (LOC-004). */
export async function readLocationLimit(tx: CustomerTx, session: Session): Promise<LocationLimit> {
  const used = (await listLocations(tx, { locationIds: 'all' })).length
  const total = await countAllowedLocations(tx, session.now)
  return { total, used, unused: total === 'unlimited' ? total : Math.max(0, total - used) }
}

export const readStates = (tx: CustomerTx) => selectStates(tx).execute()

/** Number of locations that the customer's subscriptions allow (LOC-021). */
async function countAllowedLocations(tx: CustomerTx, now: Date): Promise<number | 'unlimited'> {
  return (await readEntitlement(tx, now)).locations
}
