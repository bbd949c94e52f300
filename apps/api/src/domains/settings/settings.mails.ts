import type { MailKind } from '../mail/mail-kind.ts'

/** The newest signed checkpoint of the customer's audit trail, sent to the addresses that the customer chose. */
export const checkpointMails: MailKind = { name: 'settings.checkpoint' }
