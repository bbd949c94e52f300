import type { MailKind } from '../mail/mail-kind.ts'

/** Informs the people who manage an endpoint that nothing is sent to it any longer. */
export const webhookMails: MailKind = { name: 'webhook.off' }
