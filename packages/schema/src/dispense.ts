import { z } from 'zod'
import { id, isoDate, isoInstant, makePage, pageInput } from './common.ts'

/** Reasons why a package may not be dispensed or should be checked first; most severe first. */
export const DISPENSE_REASONS = {
  recalled: 'Recalled',
  held: 'On hold',
  sent_away: 'No longer here',
  voided: 'Voided',
  label_differs: 'Label differs',
  expired: 'Expired',
  not_received: 'Not received',
  not_a_package: 'Case or pallet',
  unknown: 'Not on file',
  in_shipment: 'In a shipment',
  recalls_not_checked: 'Recalls not checked',
} as const
export type DispenseReasonCode = keyof typeof DISPENSE_REASONS
export const dispenseReasonCode = z.enum(Object.keys(DISPENSE_REASONS) as [DispenseReasonCode, ...DispenseReasonCode[]]) // Object.keys() returns string[]

/** A barcode as scanned, or GTIN with serial number. If lot and expiry are sent, they are compared with the file. */
export const dispenseQuestion = z.object({
  barcode: z.string().trim().min(1).max(500).optional(),
  gtin: z.string().trim().min(1).max(20).optional(),
  serialNumber: z.string().trim().min(1).max(100).optional(),
  lotNumber: z.string().trim().min(1).max(100).optional(),
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label has no day. */
  expirationDate: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$/, 'An expiry must be written as YYYY-MM-DD or YYYY-MM.')
    .optional(),
})
export type DispenseQuestion = z.infer<typeof dispenseQuestion>

/** `blocks`: true if the package may not be dispensed, false for a warning. */
export const dispenseReason = z.object({ code: dispenseReasonCode, blocks: z.boolean(), text: z.string() })
export type DispenseReason = z.infer<typeof dispenseReason>

export const dispenseAnswer = z.object({
  checkId: id,
  checkedAt: isoInstant,
  allowed: z.boolean(),
  /** Every reason, most severe first; empty if nothing is wrong. */
  reasons: z.array(dispenseReason),
  /** The package on file; null if the package is not on file. */
  med: z
    .object({
      medId: id,
      gtin: z.string().nullable(),
      serialNumber: z.string(),
      lotNumber: z.string().nullable(),
      expirationDate: z.string().nullable(),
      medName: z.string().nullable(),
      locationId: id,
      locationName: z.string(),
    })
    .nullable(),
})
export type DispenseAnswer = z.infer<typeof dispenseAnswer>

/** A recorded check of a package before dispensing, with its result. */
export const dispenseCheck = z.object({
  id,
  checkedAt: isoInstant,
  askedBy: z.string(),
  gtin: z.string(),
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  medName: z.string().nullable(),
  locationName: z.string().nullable(),
  allowed: z.boolean(),
  reasons: z.array(dispenseReasonCode),
})
export type DispenseCheck = z.infer<typeof dispenseCheck>

/** `result`: only denied checks, or only allowed ones with a warning; all if it is omitted. */
export const dispenseSearch = z.object({ day: isoDate, result: z.enum(['denied', 'warned']).optional(), ...pageInput })
export type DispenseSearch = z.output<typeof dispenseSearch>
export const dispensePage = makePage(dispenseCheck)

/** Numbers of dispense checks on one day, in the caller's time zone. Days without a check are left out. */
export const dispenseDay = z.object({ day: isoDate, checks: z.int(), denied: z.int(), warned: z.int() })
/** The customer's setting: whether a package that is not on file may be dispensed. */
export const unknownAtDispense = z.enum(['allow', 'deny'])
export type UnknownAtDispense = z.infer<typeof unknownAtDispense>
export const dispenseRules = z.object({ unknownAtDispense })
export type DispenseRules = z.infer<typeof dispenseRules>

/** The latest days with dispense checks, newest first, and the customer's setting for packages that are not on file. */
export const dispenseOverview = z.object({ today: isoDate, days: z.array(dispenseDay), unknownAtDispense, mayConfigure: z.boolean() })
export type DispenseOverview = z.infer<typeof dispenseOverview>
