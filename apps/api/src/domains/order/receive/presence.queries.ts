import type { CustomerTx } from '../../../db/types.ts'

export async function savePresence(tx: CustomerTx, row: { documentId: number; userId: number; seenAt: Date }): Promise<void> {
  await tx
    .insertInto('orderPresence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customerId', 'documentId', 'userId']).doUpdateSet({ seenAt: row.seenAt }))
    .execute()
}

export async function deletePresence(tx: CustomerTx, documentId: number, userId: number): Promise<void> {
  await tx.deleteFrom('orderPresence').where('documentId', '=', documentId).where('userId', '=', userId).execute()
}

/**
 * Deletes presence rows last renewed before this time, for all orders of the customer, so that pages that closed without a message leave none behind.
 */
export async function deleteOldPresence(tx: CustomerTx, before: Date): Promise<void> {
  await tx.deleteFrom('orderPresence').where('seenAt', '<', before).execute()
}

/** The other people who have the order open, sorted by first name. */
export function listPeoplePresent(tx: CustomerTx, { documentId, userId, since }: { documentId: number; userId: number; since: Date }) {
  return tx
    .selectFrom('orderPresence')
    .innerJoin('user', 'user.id', 'orderPresence.userId')
    .select(['user.id', 'user.firstName', 'user.lastName'])
    .where('orderPresence.documentId', '=', documentId)
    .where('orderPresence.userId', '!=', userId)
    .where('orderPresence.seenAt', '>=', since)
    .orderBy('user.firstName')
    .orderBy('user.id')
    .limit(20)
    .execute()
}
