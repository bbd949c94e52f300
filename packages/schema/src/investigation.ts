import { z } from 'zod'
import { filterLocation, id, isoDate, isoInstant, makePage, pageInput, personName, reason } from './common.ts'

/** What a finding is about. The law mentions only the first: the transaction history (21 U.S.C. 360eee-1(d)(4)(A)). */
export const FINDING_KINDS = {
  history: 'Transaction history checked',
  partner: 'Trading partner contacted',
  package: 'Package examined',
  other: 'Other finding',
} as const
export type FindingKind = keyof typeof FINDING_KINDS
const findingKind = z.enum(Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]]) // Object.keys() returns string[], and the list is never empty

export const INVESTIGATION_OUTCOMES = { cleared: 'Cleared', illegitimate: 'Illegitimate' } as const
export type InvestigationOutcome = keyof typeof INVESTIGATION_OUTCOMES
const outcome = z.enum(['cleared', 'illegitimate'])

const holdIds = z.array(id).min(1, 'Choose at least one hold.').max(100, 'Choose at most 100 holds.')

export const investigationOpening = z.object({ holdIds, reason })
export const investigationRef = z.object({ investigationId: id })
export const investigationMore = z.object({ investigationId: id, holdIds })

/** `foundOn`: day of the finding, which may precede the day it is entered. */
export const newFinding = z.object({
  investigationId: id,
  kind: findingKind,
  foundOn: isoDate,
  words: z.string().trim().min(3, 'Describe briefly what you found.').max(5000, 'A finding has at most 5,000 characters.'),
})
export type NewFinding = z.output<typeof newFinding>

export const investigationEnd = z.object({
  investigationId: id,
  conclusion: z.string().trim().min(3, 'Describe your conclusion briefly.').max(2000, 'A conclusion has at most 2,000 characters.'),
})
export type InvestigationEnd = z.output<typeof investigationEnd>

export const investigationSearch = z.object({
  state: z.enum(['open', 'ended', '']).default(''),
  customerLocationId: filterLocation,
  ...pageInput,
})
export type InvestigationSearch = z.output<typeof investigationSearch>

/** Form 3911 of an investigation that found the product illegitimate; a draft until submitted. */
const report = z.object({ draftId: id.nullable(), incidentId: id.nullable(), incidentNumber: z.string().nullable() })

export const investigationRow = z.object({
  id,
  locationName: z.string(),
  /** The distinct products of the holds that are investigated; for a hold without a product, the label of the hold. */
  products: z.array(z.string()),
  packages: z.int(),
  reason: z.string(),
  findings: z.int(),
  openedAt: isoInstant,
  openedBy: personName.nullable(),
  outcome: outcome.nullable(),
  endedAt: isoInstant.nullable(),
  report,
})
export type InvestigationRow = z.infer<typeof investigationRow>
export const investigationPage = makePage(investigationRow)

const investigated = z.object({
  holdId: id,
  label: z.string(),
  productName: z.string().nullable(),
  packages: z.int(),
  /** The med or the order that was held, for a link; null after retention has removed it. */
  medId: id.nullable(),
  documentId: id.nullable(),
  /** `gone`: retention removed the order together with its hold. */
  state: z.enum(['held', 'released', 'disposed', 'gone']),
})
export type InvestigatedHold = z.infer<typeof investigated>

const finding = z.object({
  id,
  kind: findingKind,
  foundOn: isoDate,
  words: z.string(),
  createdAt: isoInstant,
  createdBy: personName.nullable(),
})
export type Finding = z.infer<typeof finding>

/** An investigation with its holds and findings. `findings` are sorted oldest first. */
export const investigationDetail = investigationRow.omit({ findings: true }).extend({
  locationId: id,
  conclusion: z.string().nullable(),
  endedBy: personName.nullable(),
  holds: z.array(investigated),
  findings: z.array(finding),
  mayWrite: z.boolean(),
  mayClear: z.boolean(),
})
export type InvestigationDetail = z.infer<typeof investigationDetail>

export const investigationOpened = z.object({ investigationId: id })
export const investigationReported = z.object({ draftId: id })
