import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'
import { insertHeld } from './hold.queries.ts'

/** All meds and packages with a serial number of these lines, a multirange. */
export function holdLineRanges(tx: CustomerTx, holdId: number, documentId: number, lines: string): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, d.med_id from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange and d.med_id is not null`,
  )
}

/** These meds, each once. */
export function holdMeds(tx: CustomerTx, holdId: number, medIds: readonly number[]): Promise<number> {
  return insertHeld(
    tx,
    sql`
    select distinct ${holdId}::bigint, m from unnest(${[...medIds]}::bigint[]) as m`,
  )
}

/** Holds that wait for the data of a ticket, locked in their order. */
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

/** What waited again after its release; undone is only a release that a job or a person made of the whole hold. */
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
