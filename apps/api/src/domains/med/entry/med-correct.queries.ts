import type { CustomerTx } from '../../../db/types.ts'

export function lockMedToVoid(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('med')
    .innerJoin('location', 'location.id', 'med.locationId')
    .select([
      'med.id',
      'med.serialNumber',
      'med.lotNumber',
      'med.locationId',
      'med.isEpcisGenerated',
      'med.createdById',
      'med.createdAt',
      'med.voidedAt',
    ])
    .select('location.timeZone')
    .where('med.id', '=', medId)
    .forUpdate('med')
    .executeTakeFirst()
}

export async function voidMed(
  tx: CustomerTx,
  medId: number,
  values: { voidedAt: Date | null; voidedById: number | null; voidReason: string | null },
): Promise<void> {
  await tx.updateTable('med').set(values).where('id', '=', medId).execute()
}
