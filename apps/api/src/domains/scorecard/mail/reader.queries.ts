import type { CustomerTx } from '../../../db/types.ts'

export async function isReader(tx: CustomerTx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('scorecardReader').select('userId').where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}
