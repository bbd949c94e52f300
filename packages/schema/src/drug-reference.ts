import { z } from 'zod'

/** An entry of the drug reference: a package code of the FDA's NDC directory (P1 §3). */
export const drug = z.object({
  /** As the FDA writes it, with hyphens. */
  ndc: z.string(),
  medName: z.string(),
  manufacturerName: z.string(),
  genericName: z.string().nullable(),
  dosageForm: z.string().nullable(),
  strength: z.string().nullable(),
  packageDescription: z.string().nullable(),
  /** Eleven digits, as in claims; null for a labeler of six digits. */
  ndc11: z.string().nullable(),
  /** False for what was in the directory once. */
  isListed: z.boolean(),
})
export type Drug = z.infer<typeof drug>

/** Up to 1,000 entries, those that fit the whole text first. */
export const drugList = z.array(drug)

export const ndcSearch = z.object({ ndc: z.string().trim().max(200).default('') })

export const drugSearch = z.object({
  medName: z.string().trim().max(200).optional(),
  manufacturerName: z.string().trim().max(200).optional(),
})
export type DrugSearch = z.output<typeof drugSearch>
