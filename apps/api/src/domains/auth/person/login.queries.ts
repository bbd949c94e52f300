import type { SystemTx } from '../../../db/types.ts'

interface Whose {
  customerId: number
  userId: number
}

export function lockUserLogin(tx: SystemTx, { customerId, userId }: Whose) {
  return tx.selectFrom('login').selectAll().where('customerId', '=', customerId).where('userId', '=', userId).forUpdate().executeTakeFirst()
}

export function findUserLogin(tx: SystemTx, { customerId, userId }: Whose) {
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
