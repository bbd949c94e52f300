import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const intakeErrors = defineErrors({
  delivery_not_found: { code: 'NOT_FOUND', text: 'This delivery does not exist, or you may not see it.' },
  delivery_empty: { code: 'BAD_REQUEST', text: 'The body is empty. Send the file as the body or as a part of multipart/form-data.' },
  delivery_damaged: { code: 'BAD_REQUEST', text: 'The body is not complete or not valid gzip. Send it again.' },
  delivery_bomb: { code: 'PAYLOAD_TOO_LARGE', text: 'The file unpacks to far more than its size, as no document does. Send it unpacked.' },
  delivery_not_open: { code: 'CONFLICT', text: 'Nothing is left to do for this delivery.' },
  delivery_still_kept: { code: 'CONFLICT', text: 'This is still not a document that Seriatim can read. It stays kept.' },
  delivery_without_bytes: { code: 'CONFLICT', text: 'Nothing of this file was kept. Ask the sender to send it again.' },
  door_not_found: { code: 'NOT_FOUND', text: 'This token does not exist, or you may not see it.' },
  door_closed: { code: 'UNAUTHORIZED', text: 'This token was revoked. Nothing was taken.' },
  door_too_many: { code: 'CONFLICT', text: 'There are 100 tokens for deliveries, which is the most. Revoke one first.' },
})

export const intakeFacts = {
  errors: intakeErrors,
  constraints: {},
  rights: {
    'intake:read': { group: 'Orders', what: 'See which files came in, and what became of them' },
    'intake:deliver': { group: 'Orders', what: 'Deliver files by a program' },
    'intake:manage': { group: 'Orders', what: 'Make and revoke tokens for deliveries, and replay a delivery' },
  },
  kinds: { intakeDoor: 'Delivery tokens', delivery: 'Deliveries' },
  actions: {
    'intake.createDoor': 'Delivery token created',
    'intake.revokeDoor': 'Delivery token revoked',
    'intake.deliver': 'File delivered by a program',
    'intake.replay': 'Delivery read again',
    'intake.download': 'File of a delivery downloaded',
  },
  sentences: {
    'intake.createDoor': 'created {about}',
    'intake.revokeDoor': 'revoked {about}',
    'intake.deliver': 'delivered {about}',
    'intake.replay': 'had {about} read again',
    'intake.download': 'downloaded the file of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof intakeFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof intakeFacts.kinds, string> {}
}
