import { z } from 'zod'
import { filterDate, id, isoInstant, makePage, pageInput, personName } from './common.ts'

/** `userId` 0 is what no person did. Days are the caller's, both inclusive. */
export const auditFilter = z.object({
  userId: z.int().nonnegative().optional(),
  /** One of those that `audit.readManyKinds` names. */
  kind: z.string().max(40).optional(),
  from: filterDate,
  to: filterDate,
})
export type AuditFilter = z.infer<typeof auditFilter>
export const auditSearch = auditFilter.extend(pageInput)
export type AuditSearch = z.infer<typeof auditSearch>

/** One thing that a line tells beside what was done: a value, or what it was before and is now. */
export const auditFact = z.object({ label: z.string(), before: z.string().optional(), value: z.string() })
export type AuditFact = z.infer<typeof auditFact>

/** A piece of a sentence; with `kind` and `id` it names something that can be looked at. */
export const auditPart = z.object({ text: z.string(), kind: z.string().nullable(), id: id.nullable() })
export type AuditPart = z.infer<typeof auditPart>

export const auditLine = z.object({
  id,
  at: isoInstant,
  /** Null: no person, Seriatim by itself. */
  by: personName.extend({ id, emailAddress: z.string() }).nullable(),
  /** In plain words: "Order received". */
  what: z.string(),
  action: z.string(),
  kind: z.string(),
  subjectId: id.nullable(),
  /** Who or what it was done to, where it has a name. */
  subjectName: z.string().nullable(),
  facts: z.array(auditFact),
  /** What was done, after the name of who did it: "received Metformin 500 mg, serial 10K7 on PO 88213-04". */
  sentence: z.array(auditPart),
})
export type AuditLine = z.infer<typeof auditLine>
export const auditPage = makePage(auditLine)

const auditPerson = personName.extend({ id, isActive: z.boolean() })
export type AuditPerson = z.infer<typeof auditPerson>
export const auditPeople = z.array(auditPerson)

/** What lines can be about: the name that a search takes, and the words for it. */
export const auditKinds = z.array(z.object({ kind: z.string(), label: z.string() }))
export type AuditKinds = z.infer<typeof auditKinds>

/** A piece of the file, to be put behind the one before. */
export const auditCsvInput = auditFilter.extend({ cursor: z.string().max(500).optional() })
export type AuditCsvInput = z.infer<typeof auditCsvInput>
export const auditCsv = z.object({ text: z.string(), lines: z.int(), nextCursor: z.string().nullable() })
export type AuditCsv = z.infer<typeof auditCsv>

/** A seal as people note it down: its number, and its hash in hexadecimal. */
const sealName = z.object({ number: id, hash: z.string(), sealedAt: isoInstant })

/** Verifies the seals behind this one, a few hundred at a time. */
export const auditVerifyInput = z.object({ afterSealId: z.int().nonnegative().default(0) })

export const auditVerified = z.object({
  /** Of this piece. */
  seals: z.int(),
  lines: z.int(),
  /** Seals that are left, this piece not counted. */
  left: z.int(),
  /** Ask again with it; null when this was the last piece, or something is broken. */
  nextSealId: id.nullable(),
  /** Until when everything that was checked is as it was written; null when nothing was sealed before what is broken, or at all. */
  intactUntil: isoInstant.nullable(),
  /** The first seal that does not fit: between these two moments a line was changed, added or taken away. */
  broken: z
    .object({
      after: isoInstant.nullable(),
      until: isoInstant,
      expected: z.int(),
      found: z.int(),
      /** Sealed with another key than this server has, so that it cannot be told whether it fits. */
      isForeignKey: z.boolean(),
    })
    .nullable(),
  /** Lines that are too new to be sealed. */
  unsealed: z.int(),
  /** The newest seal of all. */
  newest: sealName.nullable(),
})
export type AuditVerified = z.infer<typeof auditVerified>

/** The beginning of a hash is enough when it is long enough not to be met by chance. */
export const NOTED_HASH = /^[\da-f]{16,64}$/
export const auditSealInput = z.object({
  number: id,
  hash: z
    .string()
    .max(200, 'A hash has 64 signs.')
    .transform((text) => text.replace(/\s/g, '').toLowerCase())
    .refine((text) => NOTED_HASH.test(text), 'Write at least the first 16 of its 64 signs, which are digits and the letters a to f.'),
})
/** As its form writes it. */
export const auditSealForm = auditSealInput.extend({
  number: z
    .string()
    .trim()
    .regex(/^(?!0+$)\d{1,15}$/, 'The number of a seal has digits only.')
    .transform(Number),
})
/** Whether a seal that was noted earlier is in the chain: `different` has its number and another hash. */
export const auditSealFound = z.object({ outcome: z.enum(['same', 'different', 'missing']), sealedAt: isoInstant.nullable() })
export type AuditSealFound = z.infer<typeof auditSealFound>
