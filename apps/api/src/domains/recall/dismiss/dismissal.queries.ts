import type { CustomerTx } from '../../../db/types.ts'

/** Locks an affected lot, so that nobody dismisses it at the same time. */
export function lockMatch(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('recallMatch')
    .select(['id', 'recallId', 'locationId', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Records how many packages of the lot the person saw when dismissing it, so that only packages that arrive later count as new. */
export async function markSeenAmount(tx: CustomerTx, matchId: number, amount: number): Promise<void> {
  await tx.updateTable('recallMatch').set({ amount }).where('id', '=', matchId).execute()
}

export interface DismissalValues {
  notes: string
  noneOnHand: boolean
  quarantined: number | null
  returned: number | null
  destroyed: number | null
  dispensed: number | null
  version: number
  amount: number
  isDismissed: boolean
  dismissedAt: Date
  dismissedById: number
  /** The time of the dismissal or of its undo, whichever is later. */
  decidedAt: Date
  /** Id of the decision from which this one was copied when the order replaced another one; null if a person made this decision. */
  followsId: number | null
}

export async function saveDismissal(tx: CustomerTx, match: { id: number; locationId: number }, values: DismissalValues): Promise<number> {
  const row = await tx
    .insertInto('dismissedRecall')
    .values({ ...values, recallMatchId: match.id, locationId: match.locationId })
    .onConflict((conflict) => conflict.columns(['customerId', 'recallMatchId']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export function lockDismissal(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('dismissedRecall')
    .select(['id', 'locationId', 'recallMatchId', 'isDismissed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateDismissal(tx: CustomerTx, id: number, values: Partial<DismissalValues>): Promise<void> {
  await tx.updateTable('dismissedRecall').set(values).where('id', '=', id).execute()
}
