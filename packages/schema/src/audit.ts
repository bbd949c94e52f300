import { z } from 'zod'
import { filterDate, id, isoInstant, makePage, pageInput, personName } from './common.ts'

/** `userId` 0 selects what the system did. `from` and `to` are days in the caller's time zone, both inclusive. */
export const auditFilter = z.object({
  userId: z.int().nonnegative().optional(),
  /** One of the kinds returned by `audit.readManyKinds`. */
  kind: z.string().max(40).optional(),
  from: filterDate,
  to: filterDate,
})
export type AuditFilter = z.infer<typeof auditFilter>
export const auditSearch = auditFilter.extend(pageInput)
export type AuditSearch = z.infer<typeof auditSearch>

/** A detail of an audit line: a single `value`, or the values `before` a change and after it (`value`). */
export const auditFact = z.object({ label: z.string(), before: z.string().optional(), value: z.string() })
export type AuditFact = z.infer<typeof auditFact>

/** A part of a sentence; if it has `kind` and `id`, it is a link to that subject. */
export const auditPart = z.object({ text: z.string(), kind: z.string().nullable(), id: id.nullable() })
export type AuditPart = z.infer<typeof auditPart>

export const auditLine = z.object({
  id,
  at: isoInstant,
  /** Person who acted; null if the system did. */
  by: personName.extend({ id, emailAddress: z.string() }).nullable(),
  /** What was done, such as "Order received". */
  what: z.string(),
  action: z.string(),
  kind: z.string(),
  subjectId: id.nullable(),
  subjectName: z.string().nullable(),
  facts: z.array(auditFact),
  /** What the person did, worded to follow the person's name: "received Metformin 500 mg, serial 10K7 on PO 88213-04". */
  sentence: z.array(auditPart),
})
export type AuditLine = z.infer<typeof auditLine>
export const auditPage = makePage(auditLine)

const auditPerson = personName.extend({ id, isActive: z.boolean() })
export type AuditPerson = z.infer<typeof auditPerson>
export const auditPeople = z.array(auditPerson)

/** Kinds of subject in the audit trail: the value to filter by, and its label. */
export const auditKinds = z.array(z.object({ kind: z.string(), label: z.string() }))
export type AuditKinds = z.infer<typeof auditKinds>

/** Input for one part of the CSV file of the audit trail. Each part is appended to the previous ones. */
export const auditCsvInput = auditFilter.extend({ cursor: z.string().max(500).optional() })
export type AuditCsvInput = z.infer<typeof auditCsvInput>
export const auditCsv = z.object({ text: z.string(), lines: z.int(), nextCursor: z.string().nullable() })
export type AuditCsv = z.infer<typeof auditCsv>

/** A seal of the audit trail in a form that people can write down and compare later: its number, its hash in hexadecimal, and its time. */
const sealName = z.object({ number: id, hash: z.string(), sealedAt: isoInstant })

/** Input of a verification: the seals after the one with this id are verified, a few hundred per call. */
export const auditVerifyInput = z.object({ afterSealId: z.int().nonnegative().default(0) })

export const auditVerified = z.object({
  /** Number of seals that this call has found intact; `lines` is the number of audit lines that they seal. */
  seals: z.int(),
  lines: z.int(),
  /** Number of seals still to be verified after this part. */
  left: z.int(),
  /** The `afterSealId` with which the next call continues; null if this was the last part or if a seal is broken. */
  nextSealId: id.nullable(),
  /** Time up to which the verified lines are proven unaltered; null if the first seal is broken or there are no seals. */
  intactUntil: isoInstant.nullable(),
  /** The first seal that doesn't match: a line between the times `after` and `until` was changed, added or removed. */
  broken: z
    .object({
      after: isoInstant.nullable(),
      until: isoInstant,
      expected: z.int(),
      found: z.int(),
      /** Whether another server's key made this seal, in which case this server can't verify it. */
      isForeignKey: z.boolean(),
    })
    .nullable(),
  /**
   * What is wrong with the signed log. Null if the log only grew since the checkpoint that was checked last, or if it is empty. Every call reports
   * this, whichever seals it verifies.
   */
  logFault: z.string().nullable(),
  /** Number of lines too new to be sealed. */
  unsealed: z.int(),
  /** The newest seal overall. */
  newest: sealName.nullable(),
})
export type AuditVerified = z.infer<typeof auditVerified>

/** The signed head of the log over all sealed lines (docs/packs.md). */
export const auditCheckpoint = z.object({
  /** Fingerprint of the installation's public key, in groups of four characters so that people can compare it. */
  fingerprint: z.string(),
  checkpoint: z
    .object({
      origin: z.string(),
      /** Number of lines that this checkpoint covers. */
      size: z.int(),
      /** In base64. */
      root: z.string(),
      madeAt: isoInstant,
      /** The checkpoint as a signed note, to be kept outside the product. */
      note: z.string(),
      /** The public key, in the format that programs for verifying signatures accept. */
      key: z.string(),
    })
    .nullable(),
  /** Result of the nightly check; null before the first check. */
  checked: z.object({ at: isoInstant, size: z.int(), fault: z.string().nullable() }).nullable(),
  /** The newest checkpoint with a time stamp (RFC 3161); null without a time-stamping service or before its first answer. */
  stamped: z.object({ at: isoInstant, size: z.int(), service: z.string() }).nullable(),
})
export type AuditCheckpoint = z.infer<typeof auditCheckpoint>

/** A hash can be entered in full or as its first characters. At least 16 are required, so that they can't match a different hash by chance. */
export const NOTED_HASH = /^[\da-f]{16,64}$/
export const auditSealInput = z.object({
  number: id,
  hash: z
    .string()
    .max(200, 'A hash has 64 characters.')
    .transform((text) => text.replace(/\s/g, '').toLowerCase())
    .refine((text) => NOTED_HASH.test(text), 'Enter at least the first 16 of its 64 characters: digits and the letters a to f.'),
})
export const auditSealForm = auditSealInput.extend({
  number: z
    .string()
    .trim()
    .regex(/^(?!0+$)\d{1,15}$/, 'A seal number consists of digits only.')
    .transform(Number),
})
/** Whether a recorded seal is in the chain; `different`: the chain has a seal with the same number but another hash. */
export const auditSealFound = z.object({ outcome: z.enum(['same', 'different', 'missing']), sealedAt: isoInstant.nullable() })
export type AuditSealFound = z.infer<typeof auditSealFound>
