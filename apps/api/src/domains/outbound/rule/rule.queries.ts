import type { ShipmentPurpose, ShipmentSender } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

/** The customer's own rules on who sends shipments and whether they need approval, for the purposes whose rule it changed. */
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
