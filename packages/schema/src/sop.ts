import { z } from 'zod'
import { id, isoInstant } from './common.ts'

/** The written procedures of a pharmacy. */
export const SOPS = {
  incoming: 'Incoming inspection',
  suspect: 'Suspect product',
  returns: 'Returns',
  tracing: 'Tracing requests',
  retention: 'Record retention',
} as const
export type SopKey = keyof typeof SOPS
export const sopKey = z.enum(Object.keys(SOPS) as [SopKey, ...SopKey[]]) // Object.keys() returns string[], and the list is never empty

/** Plain text: a line that starts with "# " is a heading, a line that starts with "- " is a list item. */
const sopText = z
  .string()
  .trim()
  .min(20, 'Write at least a sentence.')
  .max(40_000, 'A procedure has at most 40,000 characters.')
  .transform((text) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''))

const person = z.object({ userId: id, name: z.string() })

const sopRevision = z.object({
  revision: z.int(),
  text: z.string(),
  note: z.string(),
  madeAt: isoInstant,
  madeBy: z.string(),
  signatures: z.array(z.object({ userId: id, name: z.string(), signedAt: isoInstant })),
})
export type SopRevision = z.infer<typeof sopRevision>

export const sop = z.object({
  key: sopKey,
  title: z.string(),
  /** The text that comes with the app. It is only a proposal until somebody adopts it. */
  proposal: z.string(),
  /** Newest revision first; empty until the first revision is adopted. */
  revisions: z.array(sopRevision),
  /** Active people who have not signed the newest revision. */
  unsigned: z.array(person),
  mustSign: z.boolean(),
})
export type Sop = z.infer<typeof sop>

export const sopList = z.object({ customerName: z.string(), mayWrite: z.boolean(), sops: z.array(sop) })
export type SopList = z.infer<typeof sopList>

export const sopInput = z.object({ key: sopKey })
/** `after`: the newest revision that the author read; 0 if there was none. */
export const newSopRevision = z.object({
  key: sopKey,
  text: sopText,
  note: z.string().trim().min(3, 'Describe briefly what changed.').max(300),
  after: z.int().nonnegative(),
})
export type NewSopRevision = z.output<typeof newSopRevision>
export const sopSigning = z.object({ key: sopKey, revision: z.int().positive() })
