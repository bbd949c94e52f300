import type { DispenserKind, NewHeadCount, NewOwnRule, NewRegimeFacts, RegimeDue } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

/** Selects the customer's head counts, newest first. */
export const selectHeadCounts = (tx: CustomerTx) =>
  tx
    .selectFrom('headCount')
    .select(['id', 'amount', 'asOf', 'basis', 'isAttested', 'nextReview', 'countedAt', 'countedBy'])
    .orderBy('id', 'desc')

/** The facts that the customer confirmed last, which are the current ones. */
export const selectRegimeFacts = (tx: CustomerTx) =>
  tx
    .selectFrom('regimeFacts')
    .select(['company', 'inCharge', 'backup', 'confirmedAt', 'confirmedBy'])
    .select((eb) => eb.ref('kind').$castTo<DispenserKind>().as('kind'))
    .orderBy('id', 'desc')
    .limit(1)

/** Query for the customer's own rules, ordered by their first day. */
export const selectOwnRules = (tx: CustomerTx) =>
  tx
    .selectFrom('ownRule')
    .select(['id', 'duty', 'note', 'fromOn', 'untilOn', 'source', 'addedAt', 'addedBy', 'endedOn', 'endedBy'])
    .orderBy('fromOn')
    .orderBy('id')

/** For each open location, the state of its default address, or else of its first address. */
export const selectStatesOfLocations = (tx: CustomerTx) =>
  tx
    .selectFrom('location')
    .where('location.closedAt', 'is', null)
    .select((eb) =>
      eb
        .selectFrom('locationAddress')
        .innerJoin('state', 'state.id', 'locationAddress.stateId')
        .whereRef('locationAddress.locationId', '=', 'location.id')
        .select('state.name')
        .orderBy('locationAddress.isDefault', 'desc')
        .orderBy('locationAddress.id')
        .limit(1)
        .as('state'),
    )

interface By {
  at: Date
  userId: number
  name: string
}

export async function insertHeadCount(tx: CustomerTx, values: NewHeadCount, { at, userId, name }: By): Promise<number> {
  const row = { ...values, countedAt: at, countedById: userId, countedBy: name }
  return (await tx.insertInto('headCount').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertRegimeFacts(tx: CustomerTx, values: NewRegimeFacts, { at, userId, name }: By): Promise<void> {
  await tx
    .insertInto('regimeFacts')
    .values({ ...values, confirmedAt: at, confirmedById: userId, confirmedBy: name })
    .execute()
}

export async function insertOwnRule(tx: CustomerTx, { from, until, ...values }: NewOwnRule, { at, userId, name }: By): Promise<number> {
  const row = { ...values, fromOn: from, untilOn: until, addedAt: at, addedById: userId, addedBy: name }
  return (await tx.insertInto('ownRule').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const lockOwnRule = (tx: CustomerTx, id: number) =>
  tx.selectFrom('ownRule').select(['id', 'duty', 'fromOn', 'endedOn']).where('id', '=', id).forUpdate().executeTakeFirst()

export async function markOwnRuleEnded(tx: CustomerTx, id: number, endedOn: string, { at, userId, name }: By): Promise<void> {
  await tx.updateTable('ownRule').set({ endedOn, endedAt: at, endedById: userId, endedBy: name }).where('id', '=', id).execute()
}

/** Due dates that somebody is reminded of. The day on which the customer's exemption ends (`begins`) is shown without a reminder. */
export type RemindedDue = RegimeDue & { what: Exclude<RegimeDue['what'], 'begins'> }

/** @returns false if the reminder was sent already. */
export async function markRegimeReminded(tx: CustomerTx, { what, id, on }: RemindedDue, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('regimeReminder')
    .values({ what, subjectId: id, dueOn: on, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst()
  return row !== undefined
}
