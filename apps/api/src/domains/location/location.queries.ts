import type { LocationAddress, LocationFacts, NewLocationAddress } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import type { Choice } from './location.joins.ts'
import { selectLocations } from './location.joins.ts'

export function listLocations(tx: CustomerTx, choice: Choice) {
  return selectLocations(tx, choice).execute()
}

/**
 * Selects the location details that `selectLocations` leaves out: time zone, phone, NPI, license number, the closing (when, why, by whom), and the
 * location that owns its goods.
 */
export function selectLocationFacts(tx: CustomerTx, locationIds: readonly number[]) {
  return tx
    .selectFrom('location')
    .leftJoin('user as closer', 'closer.id', 'location.closedById')
    .leftJoin('location as owner', 'owner.id', 'location.ownerLocationId')
    .select([
      'location.id',
      'location.timeZone',
      'location.phone',
      'location.npi',
      'location.licenseNumber',
      'location.closedAt',
      'location.closeReason',
      'closer.firstName',
      'closer.lastName',
      'owner.id as ownerId',
      'owner.name as ownerName',
    ])
    .where('location.id', 'in', locationIds.length ? [...locationIds] : [0])
}

/**
 * Locations that receive goods for another location (340B), each with that other location; includes closed locations, because their receipts stay
 * readable.
 */
export function listOwned(tx: CustomerTx) {
  return tx
    .selectFrom('location')
    .innerJoin('location as owner', 'owner.id', 'location.ownerLocationId')
    .select(['location.id', 'location.name', 'owner.id as ownerId', 'owner.name as ownerName'])
    .orderBy('location.name')
    .orderBy('location.id')
    .execute()
}

/** GLNs of the location that owns the goods received at this location, even if the caller cannot see the owner. */
export async function listGoodsOwnerGlns(tx: CustomerTx, locationId: number): Promise<string[]> {
  const { rows } = await sql<{ glns: string[] }>`select goods_owner_glns(${locationId}::bigint) as glns`.execute(tx)
  return rows[0]?.glns ?? []
}

/** GLNs of open locations, to which new documents may be addressed. With `withClosed`, also the GLNs of closed locations. */
export function listGlns(tx: CustomerTx, { withClosed = false } = {}) {
  const query = tx
    .selectFrom('locationGln')
    .innerJoin('location', 'location.id', 'locationGln.locationId')
    .select(['locationGln.locationId', 'locationGln.globalLocationNumber', 'locationGln.isVerified'])
    .orderBy('locationGln.id')
  return (withClosed ? query : query.where('location.closedAt', 'is', null)).execute()
}

/** Addresses of these locations, the default address first. */
export function selectAddresses(tx: CustomerTx, locationIds: readonly number[]) {
  return tx
    .selectFrom('locationAddress')
    .leftJoin('state', 'state.id', 'locationAddress.stateId')
    .selectAll('locationAddress')
    .select(['state.name as stateName', 'state.code as stateCode'])
    .where('locationAddress.locationId', 'in', locationIds.length ? [...locationIds] : [0])
    .orderBy('locationAddress.isDefault', 'desc')
    .orderBy('locationAddress.id')
}

export function listAddresses(tx: CustomerTx, locationIds: readonly number[]) {
  return selectAddresses(tx, locationIds).execute()
}

export async function findAddressPlace(tx: CustomerTx, addressId: number): Promise<number | undefined> {
  return (await tx.selectFrom('locationAddress').select('locationId').where('id', '=', addressId).executeTakeFirst())?.locationId
}

/** Locks all locations of the customer, in the order of their ids, so that concurrent changes run one after the other. */
export async function lockLocations(
  tx: CustomerTx,
): Promise<{ id: number; name: string; closedAt: Date | null; ownerLocationId: number | null }[]> {
  return tx.selectFrom('location').select(['id', 'name', 'closedAt', 'ownerLocationId']).orderBy('id').forUpdate().execute()
}

export async function lockCustomer(tx: CustomerTx): Promise<void> {
  await tx.selectFrom('customer').select('id').forUpdate().execute()
}

export async function insertLocation(tx: CustomerTx, values: { name: string; timeZone: string; createdAt: Date }): Promise<number> {
  return (await tx.insertInto('location').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateLocation(
  tx: CustomerTx,
  id: number,
  values: Partial<LocationFacts> & {
    name?: string
    closedAt?: Date | null
    closedById?: number | null
    closeReason?: string | null
    ownerLocationId?: number | null
  },
): Promise<void> {
  await tx.updateTable('location').set(values).where('id', '=', id).execute()
}

type AddressValues = Omit<NewLocationAddress, 'stateId'> & { stateId: number | null }

export async function insertAddress(tx: CustomerTx, locationId: number, values: AddressValues): Promise<number> {
  const row = { ...values, locationId }
  return (await tx.insertInto('locationAddress').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateAddress(tx: CustomerTx, id: number, values: Partial<AddressValues>): Promise<void> {
  await tx.updateTable('locationAddress').set(values).where('id', '=', id).execute()
}

export async function clearDefaults(tx: CustomerTx, locationId: number, exceptId: number): Promise<void> {
  await tx
    .updateTable('locationAddress')
    .set({ isDefault: false })
    .where('locationId', '=', locationId)
    .where('id', '<>', exceptId)
    .where('isDefault', '=', true)
    .execute()
}

export async function deleteAddress(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('locationAddress').where('id', '=', id).execute()
}

export function toLocationAddress(row: Awaited<ReturnType<typeof listAddresses>>[number]): LocationAddress {
  return {
    id: row.id,
    addressLineOne: row.addressLineOne,
    addressLineTwo: row.addressLineTwo,
    addressLineThree: row.addressLineThree,
    city: row.city,
    stateId: row.stateId,
    state: row.stateName !== null && row.stateCode !== null ? { name: row.stateName, code: row.stateCode } : null,
    zip: row.zip,
    type: row.type,
    isDefault: row.isDefault,
  }
}
