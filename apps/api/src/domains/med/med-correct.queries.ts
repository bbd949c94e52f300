import type { CustomerTx } from '../../db/types.ts'

export function lockMedToVoid(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('med')
    .select(['id', 'serialNumber', 'locationId', 'isEpcisGenerated', 'createdById', 'createdAt', 'voidedAt'])
    .where('id', '=', medId)
    .forUpdate()
    .executeTakeFirst()
}

export async function voidMed(
  tx: CustomerTx,
  medId: number,
  values: { voidedAt: Date | null; voidedById: number | null; voidReason: string | null },
): Promise<void> {
  await tx.updateTable('med').set(values).where('id', '=', medId).execute()
}
