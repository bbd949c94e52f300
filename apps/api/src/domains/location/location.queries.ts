import type { CustomerTx } from '../../db/types.ts'

/** Locations with the GLN that selectors show: the first verified one that takes shipments, else the first (rest.md). */
export function listLocations(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  let query = tx
    .selectFrom('location')
    .select((eb) => [
      'location.id',
      'location.name',
      eb
        .selectFrom('locationGln')
        .select('locationGln.globalLocationNumber')
        .whereRef('locationGln.locationId', '=', 'location.id')
        .orderBy((order) =>
          order
            .case()
            .when(order.and([order('locationGln.isVerified', '=', true), order('locationGln.disposition', '<>', 'BILL TO')]))
            .then(0)
            .else(1)
            .end(),
        )
        .orderBy('locationGln.id')
        .limit(1)
        .as('globalLocationNumber'),
    ])
    .orderBy('location.name')
  if (locationIds !== 'all') query = query.where('location.id', 'in', locationIds.length ? [...locationIds] : [0])
  return query.execute()
}

export function listGlns(tx: CustomerTx) {
  return tx.selectFrom('locationGln').select(['locationId', 'globalLocationNumber', 'isVerified']).orderBy('id').execute()
}

export function findAddress(tx: CustomerTx, locationId: number) {
  return tx
    .selectFrom('locationAddress')
    .leftJoin('state', 'state.id', 'locationAddress.stateId')
    .select([
      'locationAddress.addressLineOne',
      'locationAddress.addressLineTwo',
      'locationAddress.city',
      'locationAddress.zip',
      'state.code',
    ])
    .where('locationId', '=', locationId)
    .orderBy('isDefault', 'desc')
    .orderBy('locationAddress.id')
    .limit(1)
    .executeTakeFirst()
}

/** The name of the one customer that the transaction sees. */
export async function findCustomerName(tx: CustomerTx): Promise<string | undefined> {
  return (await tx.selectFrom('customer').select('name').executeTakeFirst())?.name
}
