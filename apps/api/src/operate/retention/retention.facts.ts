import type { DomainFacts } from '../../core/domain-facts.ts'

export const retentionFacts = {
  errors: {},
  constraints: {},
  rights: {},
  kinds: {},
  actions: {
    'customer.endReason': 'One reason for keeping all records was removed; others remain',
    'customer.keep': 'All records kept until further notice',
    'customer.letGo': 'Extended retention ended for all records',
    'order.endReason': 'One reason for keeping an order was removed; others remain',
    'order.keep': 'Order kept until further notice',
    'order.letGo': 'Extended retention ended for an order',
    'order.remove': 'Order removed after its retention period',
    'retention.export': 'Old orders exported',
  },
  sentences: {
    'customer.endReason': 'ended one of several reasons to keep all records',
    'customer.keep': 'decided to keep all records until further notice',
    'customer.letGo': 'decided to keep records no longer than the retention period',
    'order.endReason': 'ended one of several reasons to keep {about}',
    'order.keep': 'decided to keep {about} until further notice',
    'order.letGo': 'decided to keep {about} no longer than the retention period',
    'order.remove': 'removed {about} after its retention period',
    'retention.export': 'exported old orders',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof retentionFacts.actions, string> {}
}
