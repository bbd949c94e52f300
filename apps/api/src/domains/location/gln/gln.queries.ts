import type { GlnDisposition, GlnSource } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { selectLocationGlns, toLocationGln } from './gln.joins.ts'

export async function listLocationGlns(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  return (await selectLocationGlns(tx, locationIds).execute()).map((row) => ({ ...row, entry: toLocationGln(row) }))
}
export type GlnRecord = Awaited<ReturnType<typeof listLocationGlns>>[number]

export function lockGln(tx: CustomerTx, id: number, locationId: number) {
  return tx
    .selectFrom('locationGln')
    .select(['id', 'locationId', 'globalLocationNumber', 'disposition', 'isVerified'])
    .where('id', '=', id)
    .where('locationId', '=', locationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertGln(
  tx: CustomerTx,
  values: { locationId: number; globalLocationNumber: string; disposition: GlnDisposition; createdAt: Date },
): Promise<number> {
  return (await tx.insertInto('locationGln').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateGln(
  tx: CustomerTx,
  id: number,
  values: { globalLocationNumber?: string; disposition?: GlnDisposition },
): Promise<void> {
  await tx.updateTable('locationGln').set(values).where('id', '=', id).execute()
}

interface NumberedGln {
  id: number
  globalLocationNumber: string
}

/** Claims a verified GLN for the customer. If two customers verify the same GLN, the job `gln.compare` notifies the operator. */
export async function claimGln(tx: CustomerTx, globalLocationNumber: string): Promise<void> {
  await tx
    .insertInto('verifiedGln')
    .values({ globalLocationNumber })
    .onConflict((conflict) => conflict.columns(['customerId', 'globalLocationNumber']).doNothing())
    .execute()
}

/** Insert the claim first, because a foreign key refers to it. */
export async function markVerified(tx: CustomerTx, { id, globalLocationNumber }: NumberedGln): Promise<void> {
  await claimGln(tx, globalLocationNumber)
  await tx.updateTable('locationGln').set({ isVerified: true }).where('id', '=', id).execute()
}

export async function markUnverified(tx: CustomerTx, { id, globalLocationNumber }: NumberedGln): Promise<void> {
  await tx.updateTable('locationGln').set({ isVerified: false }).where('id', '=', id).execute()
  await tx.deleteFrom('verifiedGln').where('globalLocationNumber', '=', globalLocationNumber).execute()
}

export async function deleteGln(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('locationGln').where('id', '=', id).execute()
}

export async function insertVerification(
  tx: CustomerTx,
  values: {
    locationGlnId: number
    locationId: number
    checkedWhere: GlnSource
    note: string | null
    evidenceId: number
    at: Date
    userId: number
  },
): Promise<void> {
  await tx.insertInto('locationGlnVerification').values(values).execute()
}

export async function withdrawVerification(
  tx: CustomerTx,
  locationGlnId: number,
  values: { withdrawnAt: Date; withdrawnById: number | null; withdrawReason: string },
): Promise<void> {
  await tx
    .updateTable('locationGlnVerification')
    .set(values)
    .where('locationGlnId', '=', locationGlnId)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** SQL that counts, for each of these GLNs, the days on which at least one order shipped to it arrived. Voided orders do not count. */
export const selectDaysInUse = (glns: readonly string[], timeZone: string) => sql<{ gln: string; days: number }>`
    select d.ship_to_gln as gln, count(distinct (o.time_stamp at time zone ${timeZone}::text)::date)::int as days
    from epcis_document d join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
    where d.customer_id = current_customer_id() and d.ship_to_gln = any (${[...glns]}::text[]) group by 1`
