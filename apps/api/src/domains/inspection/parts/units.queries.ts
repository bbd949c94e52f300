import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lists picked packages; row security leaves those at the chosen locations. */
export function listPickedUnits(tx: CustomerTx, medIds: readonly number[]) {
  return tx
    .selectFrom('med')
    .select(['id', 'serialNumber'])
    .where('id', '=', sql<number>`any (${[...medIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}
