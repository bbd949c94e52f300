import { z } from 'zod'
import { id, isoInstant } from './common.ts'

/** Requests that can be made to a partner, in the vocabulary of the machine-readable report. */
export const WISHES = ['Send new data', 'Send product', 'Return product', 'Send back product', 'Credit account', 'Debit account'] as const
export const wish = z.enum(WISHES)
export type Wish = z.infer<typeof wish>

export const exceptionAskInput = z.object({ documentExceptionId: id, wish })

/** An email to a partner drafted from the ticket, editable before it is sent. */
export const exceptionLetter = z.object({
  partnerName: z.string().nullable(),
  contactName: z.string().nullable(),
  /** The partner's email address; empty if none is on file. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  files: z.array(z.object({ filename: z.string(), words: z.string(), size: z.int() })),
  /** Whether replies arrive at the ticket; otherwise they go to the mailbox of the person who sends the email. */
  answersLand: z.boolean(),
  remindDays: z.int(),
  lastAskedAt: isoInstant.nullable(),
})
export type ExceptionLetter = z.infer<typeof exceptionLetter>

export const exceptionAsk = z.object({
  documentExceptionId: id,
  wish,
  to: z.string().trim().min(1, 'Enter the partner’s email address.').max(500),
  subject: z.string().trim().min(1, 'Enter a subject.').max(200),
  text: z.string().trim().min(1, 'Write the message.').max(20_000),
  remind: z.boolean().default(true),
})
export type ExceptionAsk = z.output<typeof exceptionAsk>

/** The tickets of one partner that a single email asks about, by id. */
const documentExceptionIds = z.array(id).min(2).max(20)
export const exceptionsAskInput = z.object({ documentExceptionIds, wish })
export const exceptionsAsk = exceptionAsk.omit({ documentExceptionId: true }).extend({ documentExceptionIds })
export type ExceptionsAsk = z.output<typeof exceptionsAsk>
