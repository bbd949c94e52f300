import type { Disposal } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

export async function updateDisposed(
  tx: CustomerTx,
  holdId: number,
  values: { disposedAt: Date; disposedById: number; disposalHow: Disposal; disposalReason: string },
): Promise<void> {
  await tx.updateTable('hold').set(values).where('id', '=', holdId).execute()
}
