import type { CustomerTx } from '../../db/types.ts'

export function findCheckpointMail(tx: CustomerTx) {
  return tx.selectFrom('checkpointMail').select(['emailAddress', 'mailedSize']).executeTakeFirst()
}

export async function saveCheckpointMail(tx: CustomerTx, emailAddress: string): Promise<void> {
  await tx
    .insertInto('checkpointMail')
    .values({ emailAddress })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ emailAddress, mailedSize: 0 }))
    .execute()
}

export async function deleteCheckpointMail(tx: CustomerTx): Promise<void> {
  await tx.deleteFrom('checkpointMail').execute()
}

export async function markCheckpointMailed(tx: CustomerTx, mailedSize: number): Promise<void> {
  await tx.updateTable('checkpointMail').set({ mailedSize }).execute()
}
