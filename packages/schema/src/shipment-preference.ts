import { z } from 'zod'
import { id, isOneLine, isoDate, optionalText } from './common.ts'

export const guideline = z.enum(['r12', 'r13'])
export const GUIDELINES = { r13: 'GS1 US R1.3', r12: 'GS1 US R1.2' } as const

/** A text on one line; null if it is empty. */
export const oneLineText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters fit here.`)
    .refine(isOneLine, 'Line breaks are not allowed here.')
    .nullish()
    .transform((text) => text || null)

export const shipmentPreference = z.object({
  validFrom: isoDate,
  guideline,
  delivery: z.enum(['mail', 'download', 'endpoint']),
  emailAddress: z.string().nullable(),
  tiForNeed: z.boolean(),
  tiForReturn: z.boolean(),
  returnPolicy: z.string().nullable(),
  /** Minimum number of days before the expiration date on which a saleable return is accepted. */
  returnDaysLeft: z.int().nullable(),
  /** Days after the expiration date during which a nonsaleable return is accepted. */
  returnDaysExpired: z.int().nullable(),
})
export type ShipmentPreference = z.infer<typeof shipmentPreference>

const policyDays = z
  .union([z.int('Enter a number of days.').min(0).max(3650, 'Enter at most 3,650 days.'), z.literal('')])
  .nullish()
  .transform((days) => (typeof days === 'number' ? days : null))

export const newShipmentPreference = z.object({
  tradingPartnerId: id,
  validFrom: isoDate,
  guideline,
  delivery: z.enum(['mail', 'download', 'endpoint']),
  emailAddress: oneLineText(200),
  tiForNeed: z.boolean(),
  tiForReturn: z.boolean(),
  returnPolicy: optionalText(2000),
  returnDaysLeft: policyDays,
  returnDaysExpired: policyDays,
})
export type NewShipmentPreference = z.output<typeof newShipmentPreference>
