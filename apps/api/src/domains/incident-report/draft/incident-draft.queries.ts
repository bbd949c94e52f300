import type { IncidentAsTyped, IncidentForm } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

/** The form as a draft stores it. `asTyped` is input that is not part of the form yet, such as a date that could not be parsed. */
export type DraftForm = IncidentForm & { asTyped?: IncidentAsTyped }

interface DraftValues {
  locationId: number
  threadId: number | null
  form: DraftForm
  determinedAt: Date | null
  timeZone: string | null
  investigationId: number | null
  savedWith: string | null
  updatedAt: Date
  updatedById: number
  /** For each user id, the time when the audit trail last recorded that the user edited somebody else's draft. */
  changesTold: ChangesRecorded
}
export type ChangesRecorded = Readonly<Record<string, string>>

const toDraftRow = ({ form, changesTold, ...values }: DraftValues) => ({
  ...values,
  form: JSON.stringify(form),
  changesTold: JSON.stringify(changesTold),
})

export async function insertDraft(tx: CustomerTx, values: DraftValues & { createdAt: Date; createdById: number }): Promise<number> {
  const { createdAt, createdById, ...rest } = values
  const row = await tx
    .insertInto('incidentDraft')
    .values({ ...toDraftRow(rest), createdAt, createdById })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface DraftRecord {
  id: number
  locationId: number
  form: IncidentForm
  determinedAt: Date | null
  timeZone: string | null
  investigationId: number | null
  savedWith: string | null
  createdById: number
  updatedAt: Date
  updatedById: number | null
  changesTold: ChangesRecorded
}

const draftById = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('incidentDraft')
    .select(['id', 'locationId', 'determinedAt', 'timeZone', 'investigationId', 'savedWith', 'createdById', 'updatedAt', 'updatedById'])
    .select((eb) => [eb.ref('form').$castTo<IncidentForm>().as('form'), eb.ref('changesTold').$castTo<ChangesRecorded>().as('changesTold')])
    .where('id', '=', id)

export function findDraft(tx: CustomerTx, id: number): Promise<DraftRecord | undefined> {
  return draftById(tx, id).executeTakeFirst()
}

export function lockDraft(tx: CustomerTx, id: number): Promise<DraftRecord | undefined> {
  return draftById(tx, id).forUpdate().executeTakeFirst()
}

export async function updateDraft(tx: CustomerTx, id: number, values: DraftValues): Promise<void> {
  await tx.updateTable('incidentDraft').set(toDraftRow(values)).where('id', '=', id).execute()
}

export async function deleteDraft(tx: CustomerTx, id: number): Promise<void> {
  await tx.deleteFrom('incidentDraft').where('id', '=', id).execute()
}

/** The drafts in the order of their deadlines. */
export function listDrafts(tx: CustomerTx) {
  return tx
    .selectFrom('incidentDraft')
    .innerJoin('location', 'location.id', 'incidentDraft.locationId')
    .leftJoin('user', 'user.id', 'incidentDraft.createdById')
    .select([
      'incidentDraft.id',
      'incidentDraft.locationId',
      'incidentDraft.threadId',
      'incidentDraft.determinedAt',
      'incidentDraft.timeZone',
      'incidentDraft.updatedAt',
      'location.name as locationName',
      'user.firstName',
      'user.lastName',
    ])
    .select((eb) => eb.ref('incidentDraft.form').$castTo<DraftForm>().as('form'))
    .orderBy('incidentDraft.determinedAt', (order) => order.asc().nullsLast())
    .orderBy('incidentDraft.id')
    .limit(100)
    .execute()
}

export function findAuthor(tx: CustomerTx, userId: number) {
  return tx.selectFrom('user').select(['firstName', 'lastName']).where('id', '=', userId).executeTakeFirst()
}
