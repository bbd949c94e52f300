import { z } from 'zod'
import { id, isoDate } from './common.ts'

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
  /** Of these, meds that only wait for the data of a ticket. */
  pending: z.int(),
  /** The scanned label says another lot or expiry than the record (decision 64). */
  differs: z
    .object({
      label: z.object({ lotNumber: z.string().nullable(), expirationDate: z.string().nullable() }),
      record: z.object({ lotNumber: z.string().nullable(), expirationDate: isoDate.nullable() }),
    })
    .optional(),
})
export type FinderHit = z.infer<typeof finderHit>
export const finderHits = z.object({ hits: z.array(finderHit), readAs: z.string() })
