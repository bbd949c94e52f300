import { z } from 'zod'
import { gtin14, id, isoInstant, personName, reason } from './common.ts'

/** What is held: a med on record with what it packs, a package or the whole of an order, or a package that no document lists. */
export const holdTarget = z.union([
  z.object({ medId: id }),
  z.object({ documentId: id, line: z.int().nonnegative() }),
  z.object({ documentId: id }),
  z.object({ locationId: id, gtin: gtin14.nullable(), serialNumber: z.string().trim().min(1).max(200) }),
])
export type HoldTarget = z.infer<typeof holdTarget>

export const holdPlacing = z.object({ target: holdTarget, reason })
export const holdPlaced = z.object({ holdId: id, meds: z.int() })
export const holdRelease = z.object({ holdId: id, reason })

export const hold = z.object({
  id,
  kind: z.enum(['med', 'package', 'order']),
  label: z.string(),
  productName: z.string().nullable(),
  locationName: z.string(),
  medId: id.nullable(),
  documentId: id.nullable(),
  meds: z.int(),
  reason: z.string(),
  placedAt: isoInstant,
  placedBy: personName.nullable(),
  releasedAt: isoInstant.nullable(),
  releasedBy: personName.nullable(),
  releaseReason: z.string().nullable(),
  mayRelease: z.boolean(),
})
export type Hold = z.infer<typeof hold>
export const holdList = z.array(hold)
/** Of one med or order, active and past; without either: all active ones. */
export const holdQuery = z.object({ medId: id.optional(), documentId: id.optional() })
