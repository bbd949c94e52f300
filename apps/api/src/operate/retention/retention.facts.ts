import type { DomainFacts } from '../../core/domain-facts.ts'

export const retentionFacts = {
  errors: {},
  constraints: {},
  rights: {},
  kinds: {},
  actions: {
    'customer.endReason': 'One of several reasons to keep all records ended',
    'customer.keep': 'All records kept until further notice',
    'customer.letGo': 'All records no longer kept beyond the retention period',
    'order.endReason': 'One of several reasons to keep an order ended',
    'order.keep': 'Order kept until further notice',
    'order.letGo': 'Order no longer kept beyond the retention period',
    'order.remove': 'Order removed after its retention period',
    'retention.export': 'Old orders exported',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof retentionFacts.actions, string> {}
}
