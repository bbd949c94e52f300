import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { insertHeld } from './hold.queries.ts'

/**
 * Adds the meds on these lines (a multirange) of a document to the hold. Cases that have a serial number are on file as meds too, so they are added
 * as well.
 */
export function holdLineRanges(tx: CustomerTx, holdId: number, documentId: number, lines: string): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, d.med_id from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange and d.med_id is not null`,
  )
}

export function holdMeds(tx: CustomerTx, holdId: number, medIds: readonly number[]): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, m from unnest(${[...medIds]}::bigint[]) as m`,
  )
}

/** Locks the holds that wait for the data of a ticket, in a fixed order. */
export function lockPending(tx: CustomerTx, documentExceptionId: number) {
  return tx
    .selectFrom('hold')
    .select(['id', 'locationId', 'label', 'meds', 'documentId'])
    .where('documentExceptionId', '=', documentExceptionId)
    .where('releasedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Makes a released hold active again for all of its packages. Call it only if the hold was released as a whole, not package by package. */
export async function reopenHold(tx: CustomerTx, holdId: number): Promise<{ label: string; meds: number } | undefined> {
  const row = await tx
    .updateTable('hold')
    .set({ releasedAt: null, releasedById: null, releaseReason: null, pharmacist: null })
    .where('id', '=', holdId)
    .where('releasedAt', 'is not', null)
    .returning(['label', 'meds'])
    .executeTakeFirst()
  if (row) await tx.updateTable('holdMed').set({ isActive: true }).where('holdId', '=', holdId).execute()
  return row
}
