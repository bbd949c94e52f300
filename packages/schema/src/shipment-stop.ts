import { z } from 'zod'
import { id } from './common.ts'

/** Reasons why a package may not leave, most severe first. `asks`: true if a person may let the package leave anyway. */
export const SHIPMENT_STOPS = {
  unreadable: { title: 'Not readable', asks: false },
  unknown: { title: 'Not on file', asks: false },
  left: { title: 'Already left', asks: false },
  otherShipment: { title: 'In another shipment', asks: false },
  thisShipment: { title: 'Already scanned', asks: false },
  elsewhere: { title: 'At another location', asks: false },
  recalled: { title: 'Recalled', asks: false },
  held: { title: 'On hold', asks: false },
  dataPending: { title: 'Data pending', asks: false },
  gone: { title: 'No longer here', asks: false },
  voided: { title: 'Voided', asks: false },
  notReceived: { title: 'Not received', asks: false },
  differs: { title: 'Label differs', asks: false },
  expired: { title: 'Expired', asks: false },
  notBought: { title: 'Not bought from this partner', asks: false },
  contents: { title: 'Case is incomplete', asks: false },
  policy: { title: 'Outside return policy', asks: true },
  otherGln: { title: 'Bought under another GLN', asks: true },
  short: { title: 'Expires soon', asks: true },
  asked: { title: 'May have been opened', asks: true },
  typedIn: { title: 'No file', asks: true },
} as const
export type ShipmentStopCode = keyof typeof SHIPMENT_STOPS
export const shipmentStopCode = z.enum(Object.keys(SHIPMENT_STOPS) as [ShipmentStopCode, ...ShipmentStopCode[]]) // Object.keys() returns string[]

export const shipmentStop = z.object({ code: shipmentStopCode, text: z.string() })
export type ShipmentStop = z.infer<typeof shipmentStop>

/**
 * A package of a draft that may not leave, or whose warning nobody has accepted. `n` is the number of the scanned unit that brought the package into
 * the draft.
 */
export const stoppedPackage = z.object({
  medId: id,
  n: z.int().positive(),
  serialNumber: z.string(),
  productName: z.string().nullable(),
  stop: shipmentStop,
})
export type StoppedPackage = z.infer<typeof stoppedPackage>

/**
 * Details of the error `shipment_stopped`: the first packages that stop a shipment, most severe first, and the total number of packages that stop it.
 */
export const shipmentStoppedFacts = z.object({ stopped: z.array(stoppedPackage), packages: z.int() })
export type ShipmentStopped = z.infer<typeof shipmentStoppedFacts>

/** Records that a person accepts warnings about packages of a draft, for example a warning that arose only after the package was scanned. */
export const shipmentAccept = z.object({
  shipmentId: id,
  accept: z
    .array(z.object({ medId: id, code: shipmentStopCode }))
    .min(1)
    .max(500),
})
export type ShipmentAccept = z.output<typeof shipmentAccept>
