import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** The picked packages that are at the chosen locations. */
export function listPickedUnits(tx: CustomerTx, medIds: readonly number[]) {
  return tx
    .selectFrom('med')
    .select(['id', 'serialNumber'])
    .where('id', '=', sql<number>`any (${[...medIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}
