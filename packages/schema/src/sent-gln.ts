import { z } from 'zod'
import { gln, id, isoInstant, optionalText, personName } from './common.ts'

/** One of the caller's GLNs, with the dates on which it was sent to the partner and confirmed. */
export const sentGln = z.object({
  globalLocationNumberId: id,
  globalLocationNumber: gln,
  locationName: z.string(),
  disposition: z.enum(['SHIP TO', 'BILL TO', 'BOTH']),
  /** null if the GLN was never sent to the partner. */
  sent: z
    .object({
      id,
      at: isoInstant,
      by: personName.nullable(),
      /** null if the partner received the GLN in another way than by our email; the note explains how. */
      to: z.string().nullable(),
      note: z.string().nullable(),
      mail: z.enum(['waiting', 'sent', 'failed', 'stopped']).nullable(),
    })
    .nullable(),
  confirmedAt: isoInstant.nullable(),
})
export type SentGln = z.infer<typeof sentGln>
export const glnMail = z.object({
  tradingPartnerId: id,
  to: z.string().trim().min(1, 'Enter the email address of the person who manages GLNs at the partner.').max(200),
  globalLocationNumberIds: z.array(id).min(1, 'Choose at least one GLN.').max(100),
  /** Additional text before the list of GLNs. */
  note: optionalText(2000),
})
/** Records that the partner received our GLNs in a way other than by an email from us, such as by phone or on the partner's own form. */
export const sentOtherwise = z.object({
  tradingPartnerId: id,
  globalLocationNumberIds: z.array(id).min(1, 'Choose at least one GLN.').max(100),
  note: z.string().trim().min(1, 'Enter whom you notified, and how.').max(500),
})
export const glnConfirmation = z.object({ id, isConfirmed: z.boolean() })
