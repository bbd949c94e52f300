import type { MailKind } from '../mail/mail-kind.ts'

/** Sends the receiver of a shipment a link to its documents. */
export const shipmentMails: MailKind = { name: 'shipment.documents', isCounted: true }
