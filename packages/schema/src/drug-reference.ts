import { z } from 'zod'

/** An entry of the drug reference: a package code of the FDA's NDC directory (P1 §3). */
export const drug = z.object({
  /** The NDC in the FDA's notation, with hyphens. */
  ndc: z.string(),
  medName: z.string(),
  manufacturerName: z.string(),
  genericName: z.string().nullable(),
  dosageForm: z.string().nullable(),
  strength: z.string().nullable(),
  packageDescription: z.string().nullable(),
  /** Eleven digits, as used on claims; null for a six-digit labeler. */
  ndc11: z.string().nullable(),
  /** False for entries that the directory no longer lists. */
  isListed: z.boolean(),
})
export type Drug = z.infer<typeof drug>

/** Up to 1,000 entries, best matches first. */
export const drugList = z.array(drug)

export const ndcSearch = z.object({ ndc: z.string().trim().max(200).default('') })

export const drugSearch = z.object({
  medName: z.string().trim().max(200).optional(),
  manufacturerName: z.string().trim().max(200).optional(),
})
export type DrugSearch = z.output<typeof drugSearch>
