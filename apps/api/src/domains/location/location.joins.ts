import type { CustomerTx } from '../../db/types.ts'

export interface Choice {
  locationIds: readonly number[] | 'all'
  withClosed?: boolean
}

/**
 * Locations, each with the GLN that is shown where a person chooses a location: the first verified GLN that receives shipments, else the first GLN
 * (rest.md).
 */
export function selectLocations(tx: CustomerTx, { locationIds, withClosed = false }: Choice) {
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
    .orderBy('location.id')
  if (!withClosed) query = query.where('location.closedAt', 'is', null)
  if (locationIds !== 'all') query = query.where('location.id', 'in', locationIds.length ? [...locationIds] : [0])
  return query
}

export const selectStates = (tx: CustomerTx) => tx.selectFrom('state').select(['id', 'name', 'code']).orderBy('name')

/** The time zone of the oldest open location, which decides when a day begins; UTC if no location is open. */
export async function findZone(tx: CustomerTx): Promise<string> {
  const row = await tx.selectFrom('location').select('timeZone').where('closedAt', 'is', null).orderBy('id').limit(1).executeTakeFirst()
  return row?.timeZone ?? 'UTC'
}

/** The name of the customer in scope. */
export const selectCustomerName = (tx: CustomerTx) => tx.selectFrom('customer').select('name')

export async function getCustomerName(tx: CustomerTx): Promise<string> {
  return (await selectCustomerName(tx).executeTakeFirstOrThrow()).name
}
