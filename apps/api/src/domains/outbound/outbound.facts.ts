import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const outboundErrors = defineErrors({
  shipment_not_found: { code: 'NOT_FOUND', text: 'This shipment does not exist, or it belongs to a location that you cannot access.' },
  shipment_place_not_found: { code: 'NOT_FOUND', text: 'This location does not exist, or you cannot send from it.' },
  shipment_partner_not_found: { code: 'NOT_FOUND', text: 'This trading partner does not exist.' },
  shipment_partner_refused: {
    code: 'CONFLICT',
    text: 'This partner is not authorized today in the state to which it is shipped, so nothing can be sent to it.',
  },
  shipment_license_unknown: {
    code: 'CONFLICT',
    text: 'No license of this partner is on file. Add it on the partner’s page, or confirm that you verified it otherwise.',
  },
  shipment_gln_unknown: { code: 'BAD_REQUEST', text: 'This GLN is not on file for this party.' },
  shipment_sgln_differs: { code: 'BAD_REQUEST', text: 'This SGLN is not valid, or it belongs to another GLN.' },
  shipment_address_incomplete: {
    code: 'BAD_REQUEST',
    text: 'The address needs a street, a city, a state and a ZIP code. Complete it first.',
  },
  shipment_same_place: { code: 'BAD_REQUEST', text: 'The packages are at this location already. Choose another one.' },
  shipment_sent: { code: 'CONFLICT', text: 'This shipment was sent, so it cannot be changed.' },
  shipment_not_sent: { code: 'CONFLICT', text: 'This shipment was not sent, or it was voided.' },
  shipment_rma_missing: {
    code: 'CONFLICT',
    text: 'The partner has not authorized this return yet. Enter the number of its authorization first.',
  },
  shipment_field_missing: { code: 'BAD_REQUEST', text: 'This kind of transfer needs this field.' },
  shipment_not_settleable: { code: 'CONFLICT', text: 'Only a loan or a return that was sent, and is not settled yet, can be settled.' },
  shipment_empty: { code: 'CONFLICT', text: 'Nothing was scanned yet.' },
  shipment_full: { code: 'CONFLICT', text: 'A shipment holds at most 20,000 packages. Send this one and begin another.' },
  shipment_stopped: { code: 'CONFLICT', text: 'Some packages can no longer leave. Remove them, then send.' },
  shipment_unit_not_found: { code: 'NOT_FOUND', text: 'This unit is no longer in the shipment.' },
  shipment_too_old: {
    code: 'CONFLICT',
    text: 'A shipment can be voided within a day. After that, the packages come back as a return from the partner.',
  },
  shipment_papers_made: { code: 'CONFLICT', text: 'The documents of this shipment are made already, or are being made.' },
  shipment_papers_waiting: { code: 'CONFLICT', text: 'The documents of this shipment are not ready yet. Try again in a moment.' },
  shipment_endpoint_missing: {
    code: 'CONFLICT',
    text: 'This partner has no endpoint. Add it on the partner’s page, or send the documents by email.',
  },
  shipment_endpoint_unconfirmed: {
    code: 'CONFLICT',
    text: 'The host key of this partner’s server is not confirmed yet. Test the endpoint on the partner’s page first.',
  },
  shipment_no_epcis: {
    code: 'CONFLICT',
    text: 'This shipment has no EPCIS document, and endpoints take nothing else. Send the letter by email, or hand it over.',
  },
  shipment_not_recalled: { code: 'NOT_FOUND', text: 'This partner has no package of this recall from a location that you administer.' },
  shipment_document_not_found: { code: 'NOT_FOUND', text: 'This document does not exist.' },
})

export const outboundFacts = {
  errors: outboundErrors,
  constraints: {},
  rights: {
    'shipment:read': { group: 'Shipments', what: 'See what was sent, and its documents' },
    'shipment:write': { group: 'Shipments', what: 'Prepare a shipment and scan packages into it' },
    'shipment:send': { group: 'Shipments', what: 'Send or void a shipment, and email its documents' },
  },
  kinds: { shipment: 'Shipment' },
  actions: {
    'shipment.create': 'Shipment draft created',
    'shipment.add': 'Package scanned into a shipment',
    'shipment.remove': 'Package removed from a shipment',
    'shipment.change': 'Shipment changed before it was sent',
    'shipment.settle': 'Loan settled, or return credited',
    'shipment.discard': 'Shipment discarded',
    'shipment.send': 'Shipment sent',
    'shipment.void': 'Shipment voided',
    'shipment.papers': 'Documents of a shipment completed',
    'shipment.remake': 'Documents of a shipment requested again',
    'shipment.mail': 'Documents of a shipment sent by email',
    'shipment.remind': 'Reminder sent: documents of a shipment',
    'shipment.bounce': 'Email with the documents of a shipment came back',
    'shipment.recallNotice': 'Recall passed on to a partner that got packages of it',
    'shipment.deliver': 'Document of a shipment sent to the partner’s endpoint',
    'shipment.undelivered': 'Document of a shipment not delivered to the partner’s endpoint',
    'shipment.download': 'Document of a shipment downloaded',
  },
  sentences: {
    'shipment.create': 'began {about}',
    'shipment.add': 'scanned a unit into {about}',
    'shipment.remove': 'removed a unit from {about}',
    'shipment.change': 'changed {about} before it was sent',
    'shipment.settle': 'recorded the end of {about}',
    'shipment.discard': 'discarded {about}',
    'shipment.send': 'sent {about}',
    'shipment.void': 'voided {about}',
    'shipment.papers': 'completed the documents of {about}',
    'shipment.remake': 'requested the documents of {about} again',
    'shipment.mail': 'sent the documents of {about} by email',
    'shipment.remind': 'reminded the receiver of {about}',
    'shipment.bounce': 'recorded that an email about {about} came back',
    'shipment.recallNotice': 'passed {about} on to a partner that got packages of it',
    'shipment.deliver': 'sent a document of {about} to the partner’s endpoint',
    'shipment.undelivered': 'could not deliver a document of {about} to the partner’s endpoint',
    'shipment.download': 'downloaded a document of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof outboundFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof outboundFacts.kinds, string> {}
}
