import { z } from 'zod'
import { id } from './common.ts'

/**
 * Packages sent to other pharmacies in the calendar year, with the packages dispensed (as entered) and received. Values are in cents; they include
 * only shipments for which a value was entered.
 */
export const shipmentLimits = z.object({
  year: z.int(),
  locations: z.array(
    z.object({
      locationId: id,
      locationName: z.string(),
      sent: z.int(),
      received: z.int(),
      /** Number of packages dispensed; null if nobody entered it. */
      dispensed: z.int().nullable(),
      sentCents: z.int(),
      /** Number of shipments to other pharmacies for which no value is on file. */
      withoutValue: z.int(),
      dispensedCents: z.int().nullable(),
      mayEnter: z.boolean(),
    }),
  ),
})
export type ShipmentLimits = z.infer<typeof shipmentLimits>

export const dispensedYear = z.object({
  locationId: id,
  year: z.int().min(2000).max(2200),
  units: z.int().min(0).max(1_000_000_000).nullable(),
  valueCents: z.int().min(0).max(100_000_000_000_000).nullable(),
})
export type DispensedYear = z.output<typeof dispensedYear>
