import { z } from 'zod'
import { id, isoInstant, reason } from './common.ts'

/**
 * Packages that came back without a file. With `all`: every package that is still with the receiver. Otherwise: the packages with these codes, one
 * code on each line.
 */
const packagesBack = {
  all: z.boolean().default(false),
  codes: z.string().trim().max(100_000).default(''),
  reason,
}
const NOTHING_NAMED = { path: ['codes'], error: 'Scan or type at least one package.' }
const namesPackages = ({ all, codes }: { all: boolean; codes: string }): boolean => all || codes !== ''

export const shipmentBackForm = z.object(packagesBack).refine(namesPackages, NOTHING_NAMED)
export const shipmentBack = z.object({ shipmentId: id, ...packagesBack }).refine(namesPackages, NOTHING_NAMED)
export type ShipmentBack = z.output<typeof shipmentBack>

/** One record that packages came back: when, by whom, why, and how many. */
export const takenBack = z.object({ at: isoInstant, by: z.string(), reason: z.string(), meds: z.int() })
