import type { MailKind } from '../mail/mail-kind.ts'

/** To addresses that the customer chose: the newest signed checkpoint of its audit trail. */
export const checkpointMails: MailKind = { name: 'settings.checkpoint' }
