import { z } from 'zod'
import { id, isoDate } from './common.ts'

export const finderInput = z.object({ text: z.string().trim().min(1).max(500) })

/** One result of the search in the page header: texts to show, and in `href` the page to open. */
export const finderHit = z.object({
  kind: z.enum(['med', 'package', 'order', 'lot', 'product', 'sender']),
  id: id.nullable(),
  title: z.string(),
  code: z.string().nullable(),
  detail: z.string(),
  href: z.string(),
  /** Number of the result's meds that are on hold: 1 for a med that is itself on hold; always 0 for a product. */
  held: z.int(),
  /** How many of the `held` meds are on hold only because a ticket's data is missing. */
  pending: z.int(),
  /** The lot and expiration date on the scanned label and on file, if they differ (decision 64). */
  differs: z
    .object({
      label: z.object({ lotNumber: z.string().nullable(), expirationDate: z.string().nullable() }),
      record: z.object({ lotNumber: z.string().nullable(), expirationDate: isoDate.nullable() }),
    })
    .optional(),
})
export type FinderHit = z.infer<typeof finderHit>
export const finderHits = z.object({ hits: z.array(finderHit), readAs: z.string() })
