import {
  type Ok,
  SHIPMENT_PURPOSES,
  type ShipmentPurpose,
  type ShipmentRule,
  type ShipmentRules,
  shipmentPurpose,
  writeFullName,
} from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { listRules, saveRule } from './rule.queries.ts'

const usual = (purpose: ShipmentPurpose): ShipmentRule => ({ purpose, sender: 'administrator', needsApproval: false })

/** The customer's rule for a purpose; by default, only administrators send, and no approval is needed. */
export async function readRule(tx: CustomerTx, purpose: ShipmentPurpose): Promise<ShipmentRule> {
  return (await listRules(tx)).find((rule) => rule.purpose === purpose) ?? usual(purpose)
}

/** Every purpose with its rule, in the order of the form. */
export async function readRules(tx: CustomerTx, session: Session): Promise<ShipmentRules> {
  const changed = await listRules(tx)
  const rules = shipmentPurpose.options.map((purpose) => changed.find((rule) => rule.purpose === purpose) ?? usual(purpose))
  return { rules, mayConfigure: may(session, 'customer:write', null) }
}

/** Changes who may send shipments of a purpose, and whether a second person approves them. Pending requests stay pending. */
export async function changeRule(tx: CustomerTx, session: Session, { purpose, ...after }: ShipmentRule): Promise<Ok> {
  const { purpose: _, ...before } = await readRule(tx, purpose)
  if (before.sender === after.sender && before.needsApproval === after.needsApproval) auditNothing(session)
  else {
    const by = { changedAt: session.now, changedById: session.userId, changedBy: writeFullName(session) }
    await saveRule(tx, { purpose, ...after, ...by })
    const detail = { purpose: SHIPMENT_PURPOSES[purpose].name, before, after }
    await audit(tx, session, { action: 'shipment.rule', subject: 'customer', subjectId: session.customerId, detail })
  }
  return { ok: true }
}

/** Whether the rule lets the person send from the location. */
export function maySendBy(session: Session, locationId: number, { sender }: ShipmentRule): boolean {
  if (sender === 'anyone') return may(session, 'shipment:write', locationId)
  return may(session, 'shipment:send', locationId) && (sender === 'administrator' || session.isCustomerAdmin)
}

/** @throws AppError not_allowed, shipment_sender_refused. */
export function expectMaySend(session: Session, locationId: number, rule: ShipmentRule): void {
  must(session, rule.sender === 'anyone' ? 'shipment:write' : 'shipment:send', locationId)
  if (!maySendBy(session, locationId, rule)) throw new AppError(outboundErrors.shipment_sender_refused)
}
