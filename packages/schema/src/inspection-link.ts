import { z } from 'zod'
import { id, isoDate, isoInstant } from './common.ts'
import { unitAnswers } from './inspection-unit.ts'

/** What a link leads to: the pack of an inspection, one package, an answer to a tracing request, or the documents of a shipment. */
export const linkKind = z.enum(['pack', 'unit', 'answer', 'shipment'])
export type LinkKind = z.infer<typeof linkKind>

/** Maximum lifetime of a link to a pack. A link to one package ends after a day. */
export const LINK_DAYS = 30

export const inspectionLink = z.object({
  id,
  kind: linkKind,
  subjectId: id,
  createdAt: isoInstant,
  createdBy: z.string(),
  expiresAt: isoInstant,
  revokedAt: isoInstant.nullable(),
  revokedBy: z.string().nullable(),
  uses: z.int(),
  lastUsedAt: isoInstant.nullable(),
})
export type InspectionLink = z.infer<typeof inspectionLink>
export const inspectionLinks = z.array(inspectionLink)

/** The token is returned only this once: the database stores its hash. */
export const newInspectionLink = inspectionLink.extend({ path: z.string() })
export type NewInspectionLink = z.infer<typeof newInspectionLink>

export const inspectionLinkRef = z.object({ linkId: id })
export const guestToken = z.object({ token: z.string().max(200) })

/** The file behind a guest link, as a guest sees it: the pack of an inspection, or the answer to a tracing request. */
export const guestPack = z.object({
  name: z.string(),
  filename: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  /** The last day on which the file is kept; every link to it ends by then at the latest. Null if no such day is set. */
  keptUntil: isoDate.nullable(),
})
export type GuestPack = z.infer<typeof guestPack>

/** The documents of a shipment, as its receiver sees them without an account. */
export const guestShipment = z.object({
  name: z.string(),
  purpose: z.string(),
  from: z.string(),
  to: z.string(),
  meds: z.int(),
  /** Time at which the shipment was sent, in the sender's zone. */
  sent: z.string(),
  voided: z.string().nullable(),
  files: z.array(
    z.object({ id, name: z.string(), filename: z.string(), contentType: z.string(), bytes: z.int().nonnegative(), sha256: z.string() }),
  ),
})
export type GuestShipment = z.infer<typeof guestShipment>

export const guestPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unit'), customerName: z.string(), expiresAt: isoInstant, unit: unitAnswers }),
  z.object({ kind: z.literal('pack'), customerName: z.string(), expiresAt: isoInstant, pack: guestPack }),
  z.object({ kind: z.literal('shipment'), customerName: z.string(), expiresAt: isoInstant, shipment: guestShipment }),
])
export type GuestPage = z.infer<typeof guestPage>
