import { z } from 'zod'
import { id } from './common.ts'

export const finderInput = z.object({ text: z.string().trim().min(1).max(500) })

/** One thing that the box in the header found: where it leads and how it reads. */
export const finderHit = z.object({
  kind: z.enum(['med', 'package', 'order', 'lot', 'product', 'sender']),
  id: id.nullable(),
  title: z.string(),
  code: z.string().nullable(),
  detail: z.string(),
  href: z.string(),
  /** Meds of it that are on hold now: 1 for a med that is; a product does not count its meds. */
  held: z.int(),
})
export type FinderHit = z.infer<typeof finderHit>
export const finderHits = z.object({ hits: z.array(finderHit), readAs: z.string() })
