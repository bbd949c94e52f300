import type { SystemTx } from '../../db/types.ts'

interface Whose {
  customerId: number
  userId: number
}

export function lockLoginOf(tx: SystemTx, { customerId, userId }: Whose) {
  return tx.selectFrom('login').selectAll().where('customerId', '=', customerId).where('userId', '=', userId).forUpdate().executeTakeFirst()
}

export function findLoginOf(tx: SystemTx, { customerId, userId }: Whose) {
  return tx.selectFrom('login').selectAll().where('customerId', '=', customerId).where('userId', '=', userId).executeTakeFirst()
}

export async function insertLogin(tx: SystemTx, values: Whose & { emailAddress: string; passwordHash: string }): Promise<void> {
  await tx
    .insertInto('login')
    .values({ ...values, emailAddress: values.emailAddress.toLowerCase() })
    .execute()
}

export async function updateLoginActive(tx: SystemTx, id: number, isActive: boolean): Promise<void> {
  const ended = isActive ? {} : { temporaryHash: null, temporaryExpiresAt: null, appPendingSecret: null }
  await tx
    .updateTable('login')
    .set({ isActive, ...ended })
    .where('id', '=', id)
    .execute()
}

/** The newest session that was ever fully signed in. */
export function findLastSignIn(tx: SystemTx, loginId: number) {
  return tx
    .selectFrom('session')
    .select(['createdAt', 'userAgent'])
    .where('loginId', '=', loginId)
    .where('step', '=', 'signedIn')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
