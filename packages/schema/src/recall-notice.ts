import { z } from 'zod'
import { id, isoInstant } from './common.ts'

/** An email that passes a recall on to a partner to whom recalled packages were sent. */
export const recallNotice = z.object({
  recallId: id,
  tradingPartnerId: id,
  to: z.string().trim().min(1, 'Enter an email address.').max(2000),
})
export type RecallNotice = z.output<typeof recallNotice>

/** Partners to whom recalled packages were sent and who have not returned them. */
export const recalledReceivers = z.array(
  z.object({
    tradingPartnerId: id,
    toName: z.string(),
    shipmentIds: z.array(id),
    meds: z.int(),
    emailAddresses: z.array(z.string()),
    mayNotify: z.boolean(),
    /** Emails that passed the recall on, newest first. */
    notices: z.array(
      z.object({
        id,
        at: isoInstant,
        by: z.string(),
        to: z.string(),
        meds: z.int(),
        status: z.enum(['waiting', 'sent', 'failed', 'stopped']),
        error: z.string().nullable(),
      }),
    ),
  }),
)
export type RecalledReceivers = z.infer<typeof recalledReceivers>
