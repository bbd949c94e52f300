import type { LocationGln } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

/** GLNs of these locations, oldest first, each with the person who confirmed it. */
export function selectLocationGlns(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  let query = tx
    .selectFrom('locationGln')
    .innerJoin('location', 'location.id', 'locationGln.locationId')
    .leftJoin('locationGlnVerification as proof', (join) =>
      join.onRef('proof.locationGlnId', '=', 'locationGln.id').on('proof.withdrawnAt', 'is', null),
    )
    .leftJoin('user', 'user.id', 'proof.userId')
    .select([
      'locationGln.id',
      'locationGln.locationId',
      'locationGln.globalLocationNumber',
      'locationGln.disposition',
      'locationGln.isVerified',
      'location.name as locationName',
      'location.closedAt',
      'proof.at',
      'proof.checkedWhere',
      'proof.note',
      'proof.evidenceId',
      'user.firstName',
      'user.lastName',
    ])
    .select((eb) =>
      eb
        .selectFrom('locationGlnVerification as last')
        .select((last) => last.case().when('last.withdrawnById', 'is', null).then(last.ref('last.withdrawReason')).end().as('reason'))
        .whereRef('last.locationGlnId', '=', 'locationGln.id')
        .where('last.withdrawnAt', 'is not', null)
        .orderBy('last.withdrawnAt', 'desc')
        .limit(1)
        .as('operatorReason'),
    )
    .orderBy('location.name')
    .orderBy('locationGln.id')
  if (locationIds !== 'all') query = query.where('locationGln.locationId', 'in', locationIds.length ? [...locationIds] : [0])
  return query
}

export function toLocationGln({ id, globalLocationNumber, disposition, isVerified }: LocationGln['globalLocationNumber']): LocationGln {
  return { isVerified, disposition, globalLocationNumber: { id, globalLocationNumber, disposition, isVerified } }
}
