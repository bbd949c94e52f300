import { type Ok, SHIPMENT_STOPS, type ShipmentAccept } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { addAccepted } from '../scan/scan.queries.ts'
import { listStopped } from './check.service.ts'

/** Maximum number of warnings that the audit trail names. */
const NAMED = 100

/**
 * Accepts warnings that arose after packages were scanned, so that the shipment can be sent.
 * @throws AppError shipment_not_found, shipment_sent, shipment_asked; shipment_nothing_to_accept if a warning does not apply now or must not be
 * accepted.
 */
export async function acceptWarnings(tx: CustomerTx, session: Session, { shipmentId, accept }: ShipmentAccept): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const stopped = await listStopped(tx, session, shipment)
  const applying = new Map(stopped.map((one) => [`${one.medId} ${one.stop.code}`, one]))
  const accepted = accept.flatMap(({ medId, code }) => applying.get(`${medId} ${code}`) ?? [])
  if (accepted.length < accept.length || !accepted.every(({ stop }) => SHIPMENT_STOPS[stop.code].asks))
    throw new AppError(outboundErrors.shipment_nothing_to_accept)
  await addAccepted(tx, shipmentId, accept)
  const warnings = accepted.slice(0, NAMED).map(({ serialNumber, stop }) => ({ serialNumber, code: stop.code }))
  const detail = { warnings, amount: accepted.length }
  await audit(tx, session, { action: 'shipment.accept', subject: 'shipment', subjectId: shipmentId, detail })
  return { ok: true }
}
