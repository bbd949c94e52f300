import { z } from 'zod'
import { gtin14, id, isoInstant, makePage, pageInput, personName, reason } from './common.ts'

/** A package at a location, identified by its barcode. Without a GTIN: the packages of every product with that serial number. */
const packageKey = z.object({ locationId: id, gtin: gtin14.nullable(), serialNumber: z.string().trim().min(1).max(200) })

/**
 * The subject of a hold: a med on file including its contents, one line of an order with its contents, a whole order, or a package that no document
 * lists.
 */
export const holdTarget = z.union([
  z.object({ medId: id }),
  z.object({ documentId: id, line: z.int().nonnegative() }),
  z.object({ documentId: id }),
  packageKey,
])
export type HoldTarget = z.infer<typeof holdTarget>

export const holdPlacing = z.object({ target: holdTarget, reason })
/** `left`: the number of the hold's packages that had already left with a shipment. */
export const holdPlaced = z.object({ holdId: id, meds: z.int(), left: z.int() })
export const holdRelease = z.object({ holdId: id, reason })
export const holdRef = z.object({ holdId: id })

/** Ways in which held product left the pharmacy for good. */
export const DISPOSALS = {
  destroyed: 'Destroyed',
  returned: 'Returned to the supplier',
  surrendered: 'Handed over to an authority',
  other: 'Disposed of another way',
} as const
export type Disposal = keyof typeof DISPOSALS
const disposal = z.enum(Object.keys(DISPOSALS) as [Disposal, ...Disposal[]]) // Object.keys() returns string[], and the list is never empty
export const holdDisposal = z.object({ holdId: id, how: disposal, reason })
export type HoldDisposal = z.output<typeof holdDisposal>

/**
 * Label of the item that a hold covers, by the kind of the hold. `med`: a package, or a case with a serial number. `package`: a container with an
 * SSCC.
 */
export const HELD = { med: 'Serial number', package: 'Case or pallet', order: 'Order', lot: 'Lot' } as const
export type HoldKind = keyof typeof HELD

export const hold = z.object({
  id,
  kind: z.enum(Object.keys(HELD) as [HoldKind, ...HoldKind[]]), // Object.keys() returns string[], and the list is never empty
  label: z.string(),
  productName: z.string().nullable(),
  locationName: z.string(),
  medId: id.nullable(),
  documentId: id.nullable(),
  meds: z.int(),
  reason: z.string(),
  /** `dataPending`: the hold waits for a corrected file, because the paperwork is wrong rather than the product. */
  cause: z.enum(['quarantine', 'dataPending']),
  /** The ticket that a data-pending hold waits for. */
  documentExceptionId: id.nullable(),
  ticketNumber: z.int().nullable(),
  placedAt: isoInstant,
  placedBy: personName.nullable(),
  releasedAt: isoInstant.nullable(),
  releasedBy: personName.nullable(),
  releaseReason: z.string().nullable(),
  mayRelease: z.boolean(),
  /** When the product was disposed of. The hold remains even then, so that nobody can receive or send the product again. */
  disposedAt: isoInstant.nullable(),
  disposedBy: personName.nullable(),
  disposal: disposal.nullable(),
  disposalReason: z.string().nullable(),
  mayDispose: z.boolean(),
  /** Id of the hold's newest investigation; `isInvestigated`: whether the hold has an open investigation. */
  investigationId: id.nullable(),
  isInvestigated: z.boolean(),
})
export type Hold = z.infer<typeof hold>
/** `amount`: number of holds on all pages. */
export const holdPage = makePage(hold).extend({ amount: z.int() })
/**
 * The holds to read, newest first. `medId`: active and past holds of the med. `documentId`: active and past holds placed on the order itself, and
 * active holds on any part of it. `package`: active holds of the package, whether or not a document lists it. With none of these: all active holds.
 */
export const holdQuery = z.object({ medId: id.optional(), documentId: id.optional(), package: packageKey.optional(), ...pageInput })
export type HoldQuery = z.infer<typeof holdQuery>
export type HoldPage = z.infer<typeof holdPage>
