import type { MailKind } from '../mail/mail-kind.ts'

/** Sends the receiver of a shipment a link to its documents. */
export const shipmentMails: MailKind = { name: 'shipment.documents', isCounted: true }

/** Informs the person who sent a shipment that its documents did not reach the partner's endpoint. */
export const undeliveredMails: MailKind = { name: 'shipment.undelivered' }

/** Passes a recall on to a partner that received affected packages. */
export const recallNoticeMails: MailKind = { name: 'shipment.recall', isCounted: true }

/** Asks the people who may approve a shipment for their approval. */
export const approvalMails: MailKind = { name: 'shipment.approval' }
