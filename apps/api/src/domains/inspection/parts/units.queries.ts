import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lists the packages with these ids. Row security leaves out packages that are not at the locations of the pack. */
export function listPickedUnits(tx: CustomerTx, medIds: readonly number[]) {
  return tx
    .selectFrom('med')
    .select(['id', 'serialNumber'])
    .where('id', '=', sql<number>`any (${[...medIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}
