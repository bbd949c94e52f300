import type { IncidentForm } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

interface DraftValues {
  locationId: number
  threadId: number | null
  form: IncidentForm
  determinedAt: Date | null
  updatedAt: Date
}

const asRow = ({ form, ...values }: DraftValues) => ({ ...values, form: JSON.stringify(form) })

export async function insertDraft(tx: CustomerTx, values: DraftValues & { createdAt: Date; createdById: number }): Promise<number> {
  const { createdAt, createdById, ...rest } = values
  const row = await tx
    .insertInto('incidentDraft')
    .values({ ...asRow(rest), createdAt, createdById })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** False: it was sent or dropped meanwhile. */
export async function updateDraft(tx: CustomerTx, id: number, values: DraftValues): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('incidentDraft').set(asRow(values)).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteDraft(tx: CustomerTx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('incidentDraft').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Those whose clock runs out first come first. */
export function listDrafts(tx: CustomerTx) {
  return tx
    .selectFrom('incidentDraft')
    .innerJoin('location', 'location.id', 'incidentDraft.locationId')
    .leftJoin('user', 'user.id', 'incidentDraft.createdById')
    .select([
      'incidentDraft.id',
      'incidentDraft.locationId',
      'incidentDraft.threadId',
      'incidentDraft.form',
      'incidentDraft.determinedAt',
      'incidentDraft.updatedAt',
      'location.name as locationName',
      'user.firstName',
      'user.lastName',
    ])
    .orderBy('incidentDraft.determinedAt', (order) => order.asc().nullsLast())
    .orderBy('incidentDraft.id')
    .limit(100)
    .execute()
}
