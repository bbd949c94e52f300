import { z } from 'zod'
import { id, isoInstant, personName } from './common.ts'

/** Limits on the emails with which users send a med's pedigree (decision 25): addresses per email, attachment size, and emails per day. */
export const MAIL_ADDRESSES = 20
export const MAIL_ATTACHMENT_BYTES = 20 * 1024 * 1024
export const MAILS_PER_DAY = 50
/**
 * Maximum number of recipients of all emails that a user sends within 24 hours: enough for fifty pedigrees to twenty addresses each. The customer's
 * limit allows five users to send that much.
 */
export const USER_RECIPIENTS_PER_DAY = 1000
/** Enough for about fifty notices with a few addresses each. The limit also caps how many people a stolen session can email. */
export const USER_RECIPIENTS_PER_HOUR = 200
export const CUSTOMER_RECIPIENTS_PER_DAY = 5000

const addresses = z.string().max(5000, 'The addresses together can have at most 5,000 characters.').default('')

/** To and Cc may each contain several addresses separated by semicolons (P1 §5). */
export const medEmailInput = z.object({
  medId: id,
  to: addresses,
  cc: addresses,
  subject: z.string().max(500, 'A subject can have at most 500 characters.').default(''),
  body: z.string().max(20_000, 'A message has at most 20,000 characters.').default(''),
  attachments: z.array(id).max(100).default([]),
  /** Must be true to send the pedigree of a med on hold, so that nobody does that by accident. */
  evenHeld: z.boolean().default(false),
})
export const medEmailForm = medEmailInput.omit({ medId: true })
export type MedEmailInput = z.output<typeof medEmailInput>

export const medEmailTaken = z.object({ id, recipients: z.int() })

/** An email that sends a pedigree, with its status. */
export const medEmail = z.object({
  id,
  at: isoInstant,
  by: personName.nullable(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  attachments: z.array(z.string()),
  /** `failed`: the mail server refused it; `stopped`: we held it back, for the reason in `lastError`. */
  status: z.enum(['waiting', 'sent', 'failed', 'stopped']),
  sentAt: isoInstant.nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
})
export type MedEmail = z.infer<typeof medEmail>
export const medEmailList = z.array(medEmail)

/** A PDF as base64, small enough for a JSON response. */
export const pdfFile = z.object({ filename: z.string(), base64: z.string() })
export const medOnly = z.object({ medId: id })
/**
 * Input that sends an email again. `evenHeld` means the same as in {@link medEmailInput}. The caller has to set it again, because the med may have
 * been put on hold since the first email.
 */
export const medEmailAgain = z.object({ medEmailId: id, evenHeld: z.boolean().default(false) })
