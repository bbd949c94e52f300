import type { CustomerTx } from '../../../db/types.ts'

const select = (tx: CustomerTx, customerId: number) => tx.selectFrom('customer').select('classOneNeedsRelease').where('id', '=', customerId)

export async function findNeedsRelease(tx: CustomerTx, customerId: number): Promise<boolean> {
  return (await select(tx, customerId).executeTakeFirstOrThrow()).classOneNeedsRelease
}

/** Locked until the transaction ends. */
export async function lockNeedsRelease(tx: CustomerTx, customerId: number): Promise<boolean> {
  return (await select(tx, customerId).forUpdate().executeTakeFirstOrThrow()).classOneNeedsRelease
}

export async function updateNeedsRelease(tx: CustomerTx, customerId: number, classOneNeedsRelease: boolean): Promise<void> {
  await tx.updateTable('customer').set({ classOneNeedsRelease }).where('id', '=', customerId).execute()
}
