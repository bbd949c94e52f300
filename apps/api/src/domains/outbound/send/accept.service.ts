import { type Ok, SHIPMENT_STOPS, type ShipmentAccept } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectDraft, expectLockedShipment } from '../outbound.access.ts'
import { outboundErrors } from '../outbound.facts.ts'
import { addAccepted } from '../scan/scan.queries.ts'
import { listStopped } from './check.service.ts'

/**
 * Accepts warnings about packages that became true after they were scanned, so that the shipment can be sent.
 *
 * @throws AppError shipment_not_found, shipment_sent, shipment_asked; shipment_nothing_to_accept if a warning does not apply now, or cannot be accepted.
 */
export async function acceptWarnings(tx: CustomerTx, session: Session, { shipmentId, accept }: ShipmentAccept): Promise<Ok> {
  const shipment = await expectLockedShipment(tx, session, shipmentId, 'shipment:write')
  expectDraft(shipment)
  const stopped = await listStopped(tx, session, shipment)
  for (const { n, code } of accept) {
    const applies = SHIPMENT_STOPS[code].asks && stopped.some((one) => one.n === n && one.stop.code === code)
    if (!applies) throw new AppError(outboundErrors.shipment_nothing_to_accept)
    await addAccepted(tx, shipmentId, { n, code })
  }
  await audit(tx, session, { action: 'shipment.accept', subject: 'shipment', subjectId: shipmentId, detail: { accept } })
  return { ok: true }
}
