import type { ShipmentPurpose, ShipmentSender } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

/** Lists the rules that the customer has changed: for each of these purposes, who may send shipments, and whether they need approval. */
export const listRules = (tx: CustomerTx) =>
  tx
    .selectFrom('shipmentRule')
    .select((eb) => [eb.ref('purpose').$castTo<ShipmentPurpose>().as('purpose'), 'sender', 'needsApproval'])
    .execute()

export async function saveRule(
  tx: CustomerTx,
  row: {
    purpose: ShipmentPurpose
    sender: ShipmentSender
    needsApproval: boolean
    changedAt: Date
    changedById: number
    changedBy: string
  },
): Promise<void> {
  const { purpose: _, ...change } = row
  await tx
    .insertInto('shipmentRule')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customerId', 'purpose']).doUpdateSet(change))
    .execute()
}
