import type { CustomerTx } from '../../db/types.ts'
import { insertDepartures, type NewDeparture, updateReturned } from './departure.queries.ts'

/** Records that every package of a shipment left. Returns how many did: fewer than the shipment has if one left with another shipment at the same moment. */
export const recordDepartures = (tx: CustomerTx, departure: NewDeparture): Promise<number> => insertDepartures(tx, departure)

/** Puts the packages of a voided shipment back into stock, except those that were received again since. Returns how many. */
export const undoDepartures = (tx: CustomerTx, shipmentId: number, at: Date): Promise<number> => updateReturned(tx, shipmentId, at)
