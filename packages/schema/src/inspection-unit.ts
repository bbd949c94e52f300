import { z } from 'zod'
import { gtin14, id, isoDate, isoInstant } from './common.ts'
import { serialCandidates } from './med.ts'
import { labelDate } from './scan-stop.ts'

/** An inspector's questions about a bottle, in the order of the page. */
export const UNIT_QUESTIONS = {
  from: 'Where is it from?',
  came: 'When did it arrive?',
  lot: 'Lot and expiry',
  information: 'Transaction information',
  statement: 'Transaction statement',
  received: 'How was it received?',
  license: 'Seller’s license that day',
  hold: 'Was it ever on hold?',
  recall: 'Is it recalled?',
  maker: 'Verified with the manufacturer?',
  now: 'Where is it now?',
} as const
export type UnitQuestion = keyof typeof UNIT_QUESTIONS
const unitQuestion = z.enum(Object.keys(UNIT_QUESTIONS) as [UnitQuestion, ...UnitQuestion[]]) // Object.keys() returns string[], and the list is never empty

/** State of an answer. `gap`: something that should be on file is missing or wrong. `none`: there was nothing to record. */
export const answerState = z.enum(['ok', 'remark', 'gap', 'none'])
export type AnswerState = z.infer<typeof answerState>
export const ANSWER_STATES: Record<AnswerState, string> = { ok: 'Good', remark: 'Remark', gap: 'Gap', none: 'Not recorded' }

/** A link from an answer to the record that the answer is about. Answers shown to guests contain no links. */
const unitLink = z.object({
  label: z.string(),
  to: z.enum(['pedigree', 'order', 'partner', 'recall', 'investigation', 'ticket']),
  id,
})
export type UnitLink = z.infer<typeof unitLink>

const unitAnswer = z.object({
  question: unitQuestion,
  state: answerState,
  /** First words of the answer's sentence, shown in bold. */
  said: z.string(),
  /** Continues the sentence of `said` in normal type; may be empty. */
  more: z.string(),
  /** Notes shown under the answer in smaller type. */
  notes: z.array(z.string()),
  links: z.array(unitLink),
})
export type UnitAnswer = z.infer<typeof unitAnswer>

/** All answers about one serial number for an inspector. Dates in sentences are written in `timeZone`. */
export const unitAnswers = z.object({
  medId: id,
  serialNumber: z.string(),
  gtin: z.string().nullable(),
  ndc: z.string().nullable(),
  medName: z.string().nullable(),
  manufacturer: z.string().nullable(),
  container: z.string().nullable(),
  customerName: z.string(),
  locationName: z.string(),
  /** The worst state among the answers; `hold` if the package is on hold. */
  state: z.enum(['ok', 'remark', 'gap', 'hold']),
  headline: z.string(),
  summary: z.string(),
  /** Two or three words for a list, such as "no statement". */
  brief: z.string(),
  answers: z.array(unitAnswer),
  /** Owners of the package, newest first. */
  owners: z.array(z.object({ name: z.string(), what: z.string(), on: isoDate.nullable() })),
  /** Number of events in the history. */
  events: z.int(),
  askedAt: isoInstant,
  timeZone: z.string(),
})
export type UnitAnswers = z.infer<typeof unitAnswers>

/** A serial number, typed or scanned. The other fields come from a scan and are compared with the record. */
export const unitInput = z.object({
  serialNumber: z.string().trim().min(1, 'Scan the bottle or type its serial number.').max(200),
  gtin: gtin14.optional(),
  lotNumber: z.string().trim().max(50).optional(),
  expirationDate: labelDate.optional(),
  /** The package that the user chose; set if several packages have this serial number. */
  medId: id.optional(),
})
export type UnitInput = z.infer<typeof unitInput>

/** `isShort`: only the answers, on one page. */
export const unitPaper = z.object({ medId: id, isShort: z.boolean().default(false) })

export const unitFound = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), unit: unitAnswers }),
  z.object({ outcome: z.literal('several'), candidates: serialCandidates }),
  z.object({ outcome: z.literal('unknown') }),
])
export type UnitFound = z.infer<typeof unitFound>
