import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** All meds and packages with a serial number of these lines, a multirange. */
export async function holdRanges(tx: CustomerTx, holdId: number, documentId: number, lines: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold_med (hold_id, med_id)
    select distinct ${holdId}::bigint, d.med_id from document_med d
    where d.customer_id = current_customer_id() and d.document_id = ${documentId} and d.line <@ ${lines}::int4multirange and d.med_id is not null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** These meds, each once. */
export async function holdMeds(tx: CustomerTx, holdId: number, medIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into hold_med (hold_id, med_id) select distinct ${holdId}::bigint, m from unnest(${[...medIds]}::bigint[]) as m`.execute(tx)
  return Number(numAffectedRows ?? 0n)
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

/** How many meds wait for the data of a ticket, packages left out. */
export async function countPending(tx: CustomerTx, documentExceptionId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(distinct k.med_id)::int as amount from hold h join hold_med k on k.customer_id = h.customer_id and k.hold_id = h.id and k.is_active
    where h.customer_id = current_customer_id() and h.document_exception_id = ${documentExceptionId} and h.released_at is null
      and not exists (select from document_med d where d.customer_id = k.customer_id and d.med_id = k.med_id and d.is_package)`.execute(tx)
  return rows[0]?.amount ?? 0
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
