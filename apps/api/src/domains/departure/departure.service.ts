import { withAllLocations } from '../../db/all-locations.ts'
import type { CustomerTx, Scope } from '../../db/types.ts'
import {
  type Arrival,
  hasArrived,
  insertDepartures,
  listUndone,
  type NewDeparture,
  type TakenBack,
  type Undone,
  updateElsewhere,
  updateNotElsewhere,
  updateReopened,
  updateTakenBack,
  updateVoided,
} from './departure.queries.ts'

type Sight = Pick<Scope, 'scope'>

/**
 * Records that every package of a shipment left. Returns how many left with it, which is fewer than all if another shipment took one of them at the
 * same moment.
 */
export const recordDepartures = (tx: CustomerTx, departure: NewDeparture): Promise<number> => insertDepartures(tx, departure)

/**
 * Puts the packages of a voided shipment back into stock, except those that have already come back or have been received at another location. Returns
 * the number put back.
 */
export const undoDepartures = (tx: CustomerTx, shipmentId: number, at: Date): Promise<number> => updateVoided(tx, shipmentId, at)

/** If another location of the customer shipped packages that this receipt contains, records that these packages have come back. */
export const recordElsewhere = (tx: CustomerTx, sight: Sight, receipt: { documentId: number; receiptId: number }): Promise<void> =>
  withAllLocations(tx, sight, () => updateElsewhere(tx, receipt))

/**
 * Reopens the departures that the undone receipts had ended: the packages count as being with their receivers again. Call it after the receipts are
 * removed from the lines and meds.
 */
export async function reopenDepartures(tx: CustomerTx, sight: Sight, undone: Undone): Promise<void> {
  const receiptIds = await listUndone(tx, undone)
  await updateReopened(tx, undone, receiptIds)
  await withAllLocations(tx, sight, () => updateNotElsewhere(tx, undone, receiptIds))
}

/** Whether the customer's location to which a shipment was sent has received any of the shipment's packages already. */
export const hasArrivedAt = (tx: CustomerTx, sight: Sight, arrival: Arrival): Promise<boolean> =>
  withAllLocations(tx, sight, () => hasArrived(tx, arrival))

/** Records that packages came back without a receipt. */
export const takeDeparturesBack = (tx: CustomerTx, back: TakenBack): Promise<void> => updateTakenBack(tx, back)
