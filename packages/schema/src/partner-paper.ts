import { z } from 'zod'
import { id, isoDate, isoInstant, optionalDay, optionalText, personName, reason } from './common.ts'
import { evidence, evidenceId } from './evidence.ts'
import { packet } from './file.ts'

/** One packet of a file for a license or an agreement of this partner. */
export const partnerEvidencePacket = packet.extend({ tradingPartnerId: id })

/** Kinds of written agreements with a partner. */
export const AGREEMENT_KINDS = {
  records: 'Keeps transaction data for us',
  tracing: 'Answers tracing requests for us',
  other: 'Other agreement',
} as const
const agreementKind = z.enum(['records', 'tracing', 'other'])
const agreementFields = z.object({
  kind: agreementKind,
  title: z.string().trim().min(1, 'Enter a name for the agreement.').max(200),
  signedOn: isoDate,
  endsOn: optionalDay,
  note: optionalText(500),
  evidenceId,
})
export type AgreementFields = z.output<typeof agreementFields>
export const newAgreement = agreementFields.extend({ tradingPartnerId: id })
export const agreementChange = agreementFields.extend({ id })
export const agreementRemoval = z.object({ id, reason })
export const agreement = z.object({
  id,
  kind: agreementKind,
  title: z.string(),
  signedOn: isoDate,
  endsOn: isoDate.nullable(),
  note: z.string().nullable(),
  evidence: evidence.nullable(),
  /** The license's or agreement's state today. */
  standing: z.enum(['valid', 'expiring', 'expired', 'notYet']),
  daysLeft: z.int().nullable(),
})
export type Agreement = z.infer<typeof agreement>

/** Merges two entries of the same partner: everything that belongs to `mergedId` moves to `id`. */
export const partnerMergeInput = z.object({ id, mergedId: id })
export const partnerMergeUndo = z.object({ id })
export const partnerMerge = z.object({
  id,
  kept: z.object({ id, name: z.string() }),
  merged: z.object({ id, name: z.string() }),
  at: isoInstant,
  by: personName.nullable(),
  undoUntil: isoInstant,
  mayUndo: z.boolean(),
})
export type PartnerMerge = z.infer<typeof partnerMerge>
