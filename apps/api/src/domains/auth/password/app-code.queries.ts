import type { SystemTx } from '../../../db/types.ts'

export async function insertRecoveryCodes(tx: SystemTx, loginId: number, codeMacs: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recoveryCode')
    .values(codeMacs.map((codeMac) => ({ loginId, codeMac })))
    .execute()
}

export async function deleteRecoveryCodes(tx: SystemTx, loginId: number): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('loginId', '=', loginId).execute()
}

/** @returns whether the code existed and was unused. */
export async function spendRecoveryCode(tx: SystemTx, loginId: number, codeMac: Buffer, now: Date): Promise<boolean> {
  const done = await tx
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('loginId', '=', loginId)
    .where('codeMac', '=', codeMac)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function countRecoveryCodes(tx: SystemTx, loginId: number): Promise<number> {
  const count = tx.selectFrom('recoveryCode').select(({ fn }) => fn.countAll<number>().as('amount'))
  return (await count.where('loginId', '=', loginId).where('usedAt', 'is', null).executeTakeFirstOrThrow()).amount
}
