import { sql } from 'kysely'
import type { CustomerTx, SystemTx } from '../../../db/types.ts'

export interface GlnClaim {
  globalLocationNumber: string
  customerId: number
}

/**
 * Lists GLNs that more than one customer has verified, one row for each GLN and customer. If `globalLocationNumber` is not null, lists only that GLN.
 */
export async function listContestedClaims(tx: SystemTx, globalLocationNumber: string | null): Promise<GlnClaim[]> {
  const { rows } = await sql<GlnClaim>`select global_location_number as "globalLocationNumber", customer_id::float8 as "customerId"
    from contested_glns(${globalLocationNumber}::text) order by 1, 2`.execute(tx)
  return rows
}

/** The evidence that the customer gave when it verified the GLN. */
export function findClaimed(tx: CustomerTx, customerId: number, globalLocationNumber: string) {
  return tx
    .selectFrom('locationGln')
    .innerJoin('location', 'location.id', 'locationGln.locationId')
    .innerJoin('customer', (join) => join.on('customer.id', '=', customerId))
    .leftJoin('locationGlnVerification as proof', (join) =>
      join.onRef('proof.locationGlnId', '=', 'locationGln.id').on('proof.withdrawnAt', 'is', null),
    )
    .leftJoin('user', 'user.id', 'proof.userId')
    .leftJoin('evidence', 'evidence.id', 'proof.evidenceId')
    .select([
      'locationGln.id',
      'locationGln.locationId',
      'customer.name as customerName',
      'location.name as locationName',
      'proof.at',
      'proof.checkedWhere',
      'proof.note',
      'user.emailAddress',
      'evidence.filename',
      'evidence.sha256',
    ])
    .where('locationGln.globalLocationNumber', '=', globalLocationNumber)
    .where('locationGln.isVerified', '=', true)
    .executeTakeFirst()
}
