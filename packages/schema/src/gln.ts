import { z } from 'zod'
import { gln, id, isoInstant, optionalText, personName, reason, typedGln } from './common.ts'
import { evidence } from './evidence.ts'
import { packet } from './file.ts'

export const GLN_DISPOSITIONS = ['SHIP TO', 'BILL TO', 'BOTH'] as const
const disposition = z.enum(GLN_DISPOSITIONS)
export type GlnDisposition = z.infer<typeof disposition>

/** The sources that a person may have used to confirm that a GLN belongs to the customer (decision 50). */
export const GLN_SOURCES = {
  registry: 'A GLN registry',
  wholesaler: "A wholesaler's confirmation",
  license: 'Our own license',
} as const
const glnSource = z.enum(Object.keys(GLN_SOURCES) as [keyof typeof GLN_SOURCES, ...(keyof typeof GLN_SOURCES)[]]) // Object.keys() returns string[], and the list is never empty

export type GlnSource = z.infer<typeof glnSource>

/** A location's GLN entry, with the fields that the documentation specifies. */
export const locationGln = z.object({
  isVerified: z.boolean(),
  disposition,
  globalLocationNumber: z.object({ id, globalLocationNumber: gln, disposition, isVerified: z.boolean() }),
})
export type LocationGln = z.infer<typeof locationGln>

/** A row of "My GLNs". */
export const glnRow = locationGln.extend({
  customerLocationId: id,
  customerLocationName: z.string(),
  /** Who confirmed that the GLN is the customer's, and how; null if nobody has. */
  verification: z
    .object({ at: isoInstant, by: personName.nullable(), source: glnSource, note: z.string().nullable(), evidence: evidence.nullable() })
    .nullable(),
  /** The reason why the operator withdrew the verification after another customer proved that the GLN is theirs. */
  withdrawnByOperator: z.string().nullable(),
  /** Number of days on which imported orders stated the GLN as ship-to. From two days on, the user is asked to confirm the GLN. */
  daysInUse: z.int(),
  mayWrite: z.boolean(),
  mayVerify: z.boolean(),
})
export type GlnRow = z.infer<typeof glnRow>

export const newGln = z.object({ globalLocationNumber: typedGln, customerLocationId: id, disposition })
export const glnChange = z.object({ newGlobalLocationNumber: typedGln, disposition, customerLocationId: id, globalLocationNumberId: id })
export const glnKey = z.object({ customerLocationId: id, globalLocationNumberId: id })
const GLN_NEEDS_FILE = 'Choose a file that proves the GLN is yours: the registry entry, the letter or the license.'
/** Verifying requires a file, because a mere statement proves nothing. The file is examined if another customer claims the same GLN. */
export const glnVerifying = glnKey.extend({
  source: glnSource,
  note: optionalText(500),
  evidenceId: z.int(GLN_NEEDS_FILE).positive(GLN_NEEDS_FILE),
})
/** One packet of a file that proves who owns a GLN. */
export const glnEvidencePacket = packet.extend({ customerLocationId: id })
export const glnWithdrawal = glnKey.extend({ reason })

/** The saved row, and the uploads that waited for this GLN and are now read again (decision 29). */
export const glnWritten = glnRow.extend({ waiting: z.array(id) })
/** Asks how many of the uploads that waited for a GLN have been read since the GLN was saved; the answer is `glnWaiting`. */
export const glnWaitingInput = glnKey.extend({ uploadIds: z.array(id).min(1).max(1000) })
export const glnWaiting = z.object({ reading: z.int(), orders: z.int(), others: z.int() })

/** A GLN that appears in documents but is not on file for any location here. */
export const missingGln = z.object({
  globalLocationNumber: gln,
  name: z.string().nullable(),
  place: z.string().nullable(),
  files: z.int(),
  lastAt: isoInstant,
})
export type MissingGln = z.infer<typeof missingGln>
