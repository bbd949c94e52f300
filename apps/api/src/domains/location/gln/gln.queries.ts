import type { GlnDisposition, GlnSource } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { makeGlnEntry, selectLocationGlns } from './gln.joins.ts'

export async function listLocationGlns(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  return (await selectLocationGlns(tx, locationIds).execute()).map((row) => ({ ...row, entry: makeGlnEntry(row) }))
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

/** @throws unique_violation verified_gln__global_location_number when another customer has it. */
export async function claimGln(tx: CustomerTx, globalLocationNumber: string): Promise<void> {
  await tx
    .insertInto('verifiedGln')
    .values({ globalLocationNumber })
    .onConflict((conflict) => conflict.columns(['customerId', 'globalLocationNumber']).doNothing())
    .execute()
}

/** Claimed first: a GLN is verified for one customer. */
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
    evidenceId: number | null
    at: Date
    userId: number
  },
): Promise<void> {
  await tx.insertInto('locationGlnVerification').values(values).execute()
}

export async function withdrawVerification(
  tx: CustomerTx,
  locationGlnId: number,
  values: { withdrawnAt: Date; withdrawnById: number; withdrawReason: string },
): Promise<void> {
  await tx
    .updateTable('locationGlnVerification')
    .set(values)
    .where('locationGlnId', '=', locationGlnId)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** Those of the customer's own GLNs that another one has verified; of whom nothing is told. Not behind a claim of the same transaction (migration 0021). */
export async function listVerifiedElsewhere(tx: CustomerTx, glns: readonly string[]): Promise<Set<string>> {
  if (!glns.length) return new Set()
  const { rows } = await sql<{ gln: string }>`select gln from verified_elsewhere(${[...glns]}::text[]) as gln`.execute(tx)
  return new Set(rows.map((row) => row.gln))
}

/** On how many days orders came whose document was shipped to each of these GLNs. */
export const selectDaysInUse = (glns: readonly string[], timeZone: string) => sql<{ gln: string; days: number }>`
    select d.ship_to_gln as gln, count(distinct (o.time_stamp at time zone ${timeZone}::text)::date)::int as days
    from epcis_document d join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
    where d.customer_id = current_customer_id() and d.ship_to_gln = any (${[...glns]}::text[]) group by 1`
