import type { Shipment, ShipmentRule } from '@seriatim/schema'
import { may, type Session } from '../../../call/access/access.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'

/** Whether a draft needs a second person's approval, and the state of the request. */
export function toApproval(session: Session, row: ShipmentRecord, { needsApproval }: ShipmentRule): Shipment['approval'] {
  const { state, askedAt, askedBy, askedById, asked, refusedBy, refuseReason, locationId } = row
  const isAsked = state === 'draft' && askedAt !== null
  return {
    isNeeded: needsApproval,
    asked: isAsked
      ? {
          at: askedAt.toISOString(),
          by: askedBy ?? '',
          mailTo: asked?.mailTo ?? '',
          delivers: asked?.deliver ?? false,
          vouchesForLicense: asked?.acceptUnknownLicense ?? false,
          labelsChecked: asked?.labelsChecked ?? false,
        }
      : null,
    refused: state === 'draft' && refusedBy !== null ? { by: refusedBy, reason: refuseReason ?? '' } : null,
    mayApprove: isAsked && may(session, 'shipment:send', locationId) && askedById !== session.userId,
  }
}
