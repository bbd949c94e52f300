import { must, type Places, type Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { outboundErrors } from './outbound.facts.ts'
import { findShipment, lockShipment, type ShipmentRecord } from './outbound.queries.ts'

export type ShipmentRight = 'shipment:read' | 'shipment:write' | 'shipment:send'

/** The locations at which the caller has the right. */
export const placesOf = (session: Session, right: ShipmentRight): Places => session.permissions.get(right) ?? []

/**
 * Finds a shipment on which the caller may use the right. @throws AppError shipment_not_found; not_allowed if the caller lacks the right at the
 * shipment's location.
 */
export async function expectShipment(tx: CustomerTx, session: Session, id: number, right: ShipmentRight): Promise<ShipmentRecord> {
  return checked(session, await findShipment(tx, id), right)
}

/** Like `expectShipment`, but locks the shipment until the transaction ends. */
export async function expectLockedShipment(tx: CustomerTx, session: Session, id: number, right: ShipmentRight): Promise<ShipmentRecord> {
  return checked(session, await lockShipment(tx, id), right)
}

function checked(session: Session, row: ShipmentRecord | undefined, right: ShipmentRight): ShipmentRecord {
  if (!row) throw new AppError(outboundErrors.shipment_not_found)
  must(session, right, row.locationId)
  return row
}

/** Expects that the shipment can still be changed. @throws AppError shipment_sent; shipment_asked while it waits for approval. */
export function expectDraft({ state, askedAt }: Pick<ShipmentRecord, 'state' | 'askedAt'>): void {
  if (state !== 'draft') throw new AppError(outboundErrors.shipment_sent)
  if (askedAt !== null) throw new AppError(outboundErrors.shipment_asked)
}
