import type { DomainFacts } from '../../domain-facts.ts'

export const subscriptionFacts = {
  errors: {
    not_subscribed: {
      code: 'FORBIDDEN',
      text: 'No subscription is active. What is there can be read, received and reported; to add to it, choose a plan under Manage Subscription.',
    },
  },
  constraints: {},
  rights: {},
  actions: {},
} as const satisfies DomainFacts
