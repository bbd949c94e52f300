import { z } from 'zod'
import { id, isoDate, isoInstant, optionalDay, optionalText } from './common.ts'

export const DISPENSER_KINDS = {
  retail: 'Dispenser, retail pharmacy',
  hospital: 'Dispenser, hospital pharmacy',
  longTermCare: 'Dispenser, long-term care pharmacy',
  specialty: 'Dispenser, specialty or mail-order pharmacy',
  clinic: 'Dispenser, clinic or practice',
  other: 'Dispenser, other',
} as const
export type DispenserKind = keyof typeof DISPENSER_KINDS
// Object.keys() returns string[], and its type allows an empty list, which z.enum() rejects
const dispenserKind = z.enum(Object.keys(DISPENSER_KINDS) as [DispenserKind, ...DispenserKind[]])

/** A head count can be added but never changed. `isAttested`: the caller attests it by name; otherwise it is a draft. */
export const newHeadCount = z.object({
  amount: z.int().min(0).max(100_000, 'Enter at most 100,000.'),
  asOf: isoDate,
  basis: z.string().trim().min(3, 'Describe briefly how you counted.').max(2000, 'A basis can have at most 2,000 characters.'),
  isAttested: z.boolean(),
  nextReview: optionalDay,
})
export type NewHeadCount = z.output<typeof newHeadCount>

export const newRegimeFacts = z.object({
  company: z.string().trim().min(1, 'Enter the company name.').max(200),
  kind: dispenserKind,
  inCharge: z.string().trim().min(1, 'Enter the name of the person in charge.').max(200),
  backup: optionalText(200),
})
export type NewRegimeFacts = z.output<typeof newRegimeFacts>

/** A rule that the customer adds to those of the law. `until`: the last day on which the rule applies; null if it has no end. */
export const newOwnRule = z
  .object({
    duty: z.string().trim().min(3, 'Describe briefly what you must do.').max(200),
    note: optionalText(200),
    from: isoDate,
    until: optionalDay,
    source: z.string().trim().min(1, 'Enter the contract or document.').max(200),
  })
  .refine(({ from, until }) => until === null || until >= from, { path: ['until'], error: 'The end date is before the start date.' })
export type NewOwnRule = z.output<typeof newOwnRule>

/** `endedOn`: the last day on which the rule bound the pharmacy. */
export const ownRuleEnd = z.object({ ruleId: id, endedOn: isoDate })
export type OwnRuleEnd = z.output<typeof ownRuleEnd>

const headCount = z.object({
  id,
  amount: z.int(),
  asOf: isoDate,
  basis: z.string(),
  isAttested: z.boolean(),
  nextReview: isoDate.nullable(),
  countedAt: isoInstant,
  countedBy: z.string(),
})
export type HeadCount = z.infer<typeof headCount>

const regimeFacts = z.object({
  company: z.string(),
  kind: dispenserKind,
  inCharge: z.string(),
  backup: z.string().nullable(),
  confirmedAt: isoInstant,
  confirmedBy: z.string(),
})

const ownRule = z.object({
  id,
  duty: z.string(),
  note: z.string().nullable(),
  from: isoDate,
  until: isoDate.nullable(),
  source: z.string(),
  addedOn: isoDate,
  addedBy: z.string(),
  endedOn: isoDate.nullable(),
  endedBy: z.string().nullable(),
})
export type OwnRule = z.infer<typeof ownRule>

/** Facts about the company that decide which rules apply to it, and its own rules. Head counts are sorted newest first; only the newest counts. */
export const regime = z.object({
  /** The caller's current day, for which the rules are evaluated. */
  day: isoDate,
  customerName: z.string(),
  headCounts: z.array(headCount),
  /** null until somebody has confirmed the facts. */
  facts: regimeFacts.nullable(),
  locations: z.array(z.object({ state: z.string().nullable(), amount: z.int() })),
  ownRules: z.array(ownRule),
  mayWrite: z.boolean(),
})
export type Regime = z.infer<typeof regime>
