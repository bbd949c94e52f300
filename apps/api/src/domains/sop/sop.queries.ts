import type { SopKey } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

/** Revisions of all procedures, newest first. */
export const selectRevisions = (tx: CustomerTx) =>
  tx
    .selectFrom('sopRevision')
    .select(['revision', 'text', 'note', 'madeAt', 'madeBy'])
    .select((eb) => eb.ref('sop').$castTo<SopKey>().as('key'))
    .orderBy('sop')
    .orderBy('revision', 'desc')

/** Query for all signatures of procedures, in the order of signing. */
export const selectSignatures = (tx: CustomerTx) =>
  tx
    .selectFrom('sopSignature')
    .select(['revision', 'userId', 'name', 'signedAt'])
    .select((eb) => eb.ref('sop').$castTo<SopKey>().as('key'))
    .orderBy('signedAt')
    .orderBy('userId')

/** Selects the people who are expected to sign the procedures: active users who have joined. */
export const selectWorkingPeople = (tx: CustomerTx) =>
  tx
    .selectFrom('user')
    .select(['id', 'firstName', 'lastName', 'joinedAt'])
    .where('isActive', '=', true)
    .where('joinedAt', 'is not', null)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')

export const findNewest = (tx: CustomerTx, key: SopKey) =>
  tx.selectFrom('sopRevision').select(['revision', 'text']).where('sop', '=', key).orderBy('revision', 'desc').limit(1).executeTakeFirst()

interface NewRevision {
  sop: SopKey
  revision: number
  text: string
  note: string
  madeAt: Date
  madeById: number
  madeBy: string
}

/**
 * Inserts a new revision of a procedure. If two authors save at the same moment, the constraint `sop_revision__once` rejects the second one, who gets
 * the error `sop_changed`.
 */
export async function insertRevision(tx: CustomerTx, values: NewRevision): Promise<void> {
  await tx.insertInto('sopRevision').values(values).execute()
}

/** @returns false if the person had already signed this revision. */
export async function insertSignature(
  tx: CustomerTx,
  values: { sop: SopKey; revision: number; userId: number; name: string; signedAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('sopSignature')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}
