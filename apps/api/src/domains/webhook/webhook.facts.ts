import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const webhookErrors = defineErrors({
  webhook_not_found: { code: 'NOT_FOUND', text: 'This endpoint does not exist, or you cannot access it.' },
  webhook_url_forbidden: { code: 'BAD_REQUEST', text: 'Events cannot be sent to this URL.' },
  webhook_too_many: { code: 'CONFLICT', text: 'You already have 50 endpoints, the maximum. Delete one first.' },
  webhook_off: { code: 'CONFLICT', text: 'This endpoint is off. Turn it on first.' },
  webhook_replay_too_many: { code: 'BAD_REQUEST', text: 'This period has more than 5,000 events. Choose a shorter one.' },
})

export const webhookFacts = {
  errors: webhookErrors,
  constraints: {},
  rights: {
    'webhook:read': { group: 'Orders', what: 'See webhook endpoints and their deliveries' },
    'webhook:manage': { group: 'Orders', what: 'Add, change and delete webhook endpoints, and send events again' },
  },
  kinds: { webhook: 'Webhook endpoints' },
  actions: {
    'webhook.create': 'Webhook endpoint added',
    'webhook.change': 'Webhook endpoint changed',
    'webhook.delete': 'Webhook endpoint deleted',
    'webhook.rotate': 'Secret of a webhook endpoint replaced',
    'webhook.test': 'Test event sent to a webhook endpoint',
    'webhook.replay': 'Events sent again to a webhook endpoint',
    'webhook.off': 'Webhook endpoint turned off after failures',
  },
  sentences: {
    'webhook.create': 'added {about}',
    'webhook.change': 'changed {about}',
    'webhook.delete': 'deleted {about}',
    'webhook.rotate': 'replaced the secret of {about}',
    'webhook.test': 'sent a test event to {about}',
    'webhook.replay': 'sent events to {about} again',
    'webhook.off': 'turned off {about} after failures',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof webhookFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof webhookFacts.kinds, string> {}
}
