import type { CustomerTx } from '../../../db/types.ts'

interface NewUser {
  emailAddress: string
  firstName: string
  lastName: string
  title: string | null
  invitedAt: Date
  invitedById: number
}

export async function insertInvited(tx: CustomerTx, values: NewUser): Promise<number> {
  const row = await tx
    .insertInto('user')
    .values({ ...values, joinedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface SentInvitation {
  userId: number
  tokenHash: Buffer
  sentAt: Date
  sentById: number
  endsAt: Date
  mailId: number
}

/** Stores an invitation in place of the person's earlier one, whose link then no longer works. */
export async function saveInvitation(tx: CustomerTx, values: SentInvitation): Promise<void> {
  const { userId: _, ...rest } = values
  await tx
    .insertInto('invitation')
    .values(values)
    .onConflict((conflict) => conflict.columns(['customerId', 'userId']).doUpdateSet(rest))
    .execute()
}

/** An invitation by its link's hash, with invited person, author, and locations. */
export function findInvitation(tx: CustomerTx, tokenHash: Buffer) {
  return tx
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.userId')
    .innerJoin('user as sender', 'sender.id', 'invitation.sentById')
    .innerJoin('customer', 'customer.id', 'invitation.customerId')
    .select([
      'invitation.userId',
      'invitation.customerId',
      'invitation.sentById',
      'invitation.endsAt',
      'invitation.takenAt',
      'user.firstName',
      'user.lastName',
      'user.emailAddress',
      'user.isActive',
      'user.withdrawnAt',
      'customer.name as customerName',
      'sender.firstName as senderFirstName',
      'sender.lastName as senderLastName',
    ])
    .where('invitation.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function markTaken(tx: CustomerTx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('invitation').set({ takenAt: now }).where('userId', '=', userId).execute()
  await tx.updateTable('user').set({ joinedAt: now }).where('id', '=', userId).execute()
}

/**
 * Marks an invitation as withdrawn. The row stays, because the audit trail shows the person's name; the person's seat, email address and locations
 * become free.
 */
export async function markWithdrawn(tx: CustomerTx, userId: number, now: Date): Promise<void> {
  await tx.deleteFrom('invitation').where('userId', '=', userId).execute()
  await tx.deleteFrom('userLocation').where('userId', '=', userId).execute()
  await tx.updateTable('user').set({ isActive: false, withdrawnAt: now }).where('id', '=', userId).execute()
}
