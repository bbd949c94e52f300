import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const verificationErrors = defineErrors({
  verification_not_found: { code: 'NOT_FOUND', text: 'This verification does not exist, or you cannot access its location.' },
  verification_list_not_found: { code: 'NOT_FOUND', text: 'This list does not exist, or you cannot access its location.' },
  verification_nothing_asked: {
    code: 'BAD_REQUEST',
    text: 'Send the ID of a package on file, or a GTIN, a serial number and a location. No manufacturer was contacted.',
  },
  verification_gtin_wrong: {
    code: 'BAD_REQUEST',
    text: 'The GTIN is wrong. A GTIN has 8, 12, 13 or 14 digits, the last of which is a check digit. No manufacturer was contacted.',
  },
  verification_by_hand: {
    code: 'CONFLICT',
    text: 'Your organization contacts manufacturers directly, without a verification service. Record whom you asked and the answer.',
  },
  verification_incomplete: {
    code: 'BAD_REQUEST',
    text: 'The service needs GTIN, lot, expiry and serial number. Complete the record first, or ask the manufacturer yourself and record the answer. No manufacturer was contacted.',
  },
  verification_departed: {
    code: 'CONFLICT',
    text: 'This package has left your location. Asking through the service would state that you still have it, so nothing was sent. Ask the manufacturer by hand instead.',
  },
  verification_purpose_not_set: {
    code: 'CONFLICT',
    text: 'Your verification service has no text for this purpose yet. An admin can add it under Settings. No manufacturer was contacted.',
  },
  verification_service_not_set: {
    code: 'CONFLICT',
    text: 'The verification service is not set up completely. An admin can complete the setup under Settings. No manufacturer was contacted.',
  },
  verification_answered: { code: 'CONFLICT', text: 'The manufacturer has answered this question. Ask a new one instead.' },
  verification_asked_again: { code: 'CONFLICT', text: 'This question has already been repeated. Use the newer one.' },
  verification_waits: { code: 'CONFLICT', text: 'This question is still waiting in its list.' },
  verification_list_running: { code: 'CONFLICT', text: 'This list is still being processed. Wait until it is finished.' },
  verification_list_nothing_left: { code: 'CONFLICT', text: 'Every question in this list has been answered.' },
  verification_list_unreadable: {
    code: 'BAD_REQUEST',
    text: 'No package was found in this text. Use a table with the headings GTIN, serial number, lot and expiry, or one barcode on each line.',
  },
  verification_list_contradiction: {
    code: 'BAD_REQUEST',
    text: 'The list names a package twice with different lots or expiration dates. No manufacturer was contacted.',
  },
  verification_list_long: { code: 'BAD_REQUEST', text: 'A list has at most 500 packages. Split it into several lists.' },
  verification_url_forbidden: { code: 'BAD_REQUEST', text: 'This address cannot be called.' },
  verification_credential_needed: {
    code: 'BAD_REQUEST',
    text: 'Enter the credential again, because the address of the service has changed.',
  },
  verification_no_simulator: { code: 'CONFLICT', text: 'This installation has no verification service simulator.' },
})

export const verificationFacts = {
  errors: verificationErrors,
  constraints: { verification__retried: verificationErrors.verification_asked_again },
  rights: {
    'verification:read': { group: 'Pedigrees', what: 'See what manufacturers answered about packages' },
    'verification:ask': { group: 'Pedigrees', what: 'Ask manufacturers about packages, and record their answers' },
    'verification:configure': { group: 'Pedigrees', what: 'Set up the verification service' },
  },
  kinds: { verification: 'Verifications' },
  actions: {
    'verification.ask': 'Manufacturer asked about a package',
    'verification.record': 'Manufacturer’s answer recorded',
    'verification.retry': 'Manufacturer asked again about a package',
    'verification.list': 'Manufacturers asked about a list of packages',
    'verification.retryList': 'Manufacturers asked again about the rest of a list',
    'verification.configure': 'Verification service changed',
  },
  sentences: {
    'verification.ask': 'started {about} with the manufacturer',
    'verification.record': 'recorded the manufacturer’s answer in {about}',
    'verification.retry': 'repeated {about} with the manufacturer',
    'verification.list': 'asked manufacturers about a list of packages',
    'verification.retryList': 'asked manufacturers again about the rest of a list',
    'verification.configure': 'changed the verification service',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof verificationFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof verificationFacts.kinds, string> {}
}
