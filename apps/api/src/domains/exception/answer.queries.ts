import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface Unit {
  gtin: string
  serialNumber: string
}

/** How many of these packages a document names. */
export async function countNamed(tx: CustomerTx, documentId: number, units: readonly Unit[]): Promise<number> {
  if (!units.length) return 0
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount
    from unnest(${units.map(({ gtin }) => gtin)}::text[], ${units.map(({ serialNumber }) => serialNumber)}::text[]) as u (gtin, serial_number)
    cross join lateral (select m.id from med m
      where m.customer_id = current_customer_id() and m.gtin = u.gtin and m.serial_number = u.serial_number offset 0) m
    cross join lateral (select from document_med d
      where d.customer_id = current_customer_id() and d.med_id = m.id and d.document_id = ${documentId} limit 1) d`.execute(tx)
  return rows[0]?.amount ?? 0
}

/** What a ticket's document lists in a section: the first ten thousand, which is enough to recognize it. */
export async function listPartItems(tx: CustomerTx, documentExceptionId: number, section: 'events' | 'meds'): Promise<unknown[]> {
  const rows = await tx
    .selectFrom('documentExceptionPart')
    .select('items')
    .where('documentExceptionId', '=', documentExceptionId)
    .where('section', '=', section)
    .orderBy('page')
    .limit(100)
    .execute()
  return rows.flatMap(({ items }) => items as unknown[]) // written by exception.read as lists
}
