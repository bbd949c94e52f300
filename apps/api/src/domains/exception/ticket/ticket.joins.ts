import type { Updateable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { CustomerTx } from '../../../db/types.ts'

export async function updateTicket(
  tx: CustomerTx,
  id: number,
  row: Omit<Updateable<Tables['documentException']>, 'customerId' | 'ticketNumber'>,
): Promise<void> {
  await tx.updateTable('documentException').set(row).where('id', '=', id).execute()
}

interface NewEntry {
  documentExceptionId: number
  at: Date
  userId: number | null
  kind: string
  text?: string | null
  detail?: Record<string, unknown>
}

export async function insertEntry(tx: CustomerTx, { detail = {}, ...row }: NewEntry): Promise<number> {
  const { id } = await tx
    .insertInto('documentExceptionEntry')
    .values({ ...row, detail: JSON.stringify(detail) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
