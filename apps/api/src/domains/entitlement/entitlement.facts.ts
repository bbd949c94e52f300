import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const entitlementErrors = defineErrors({
  not_subscribed: {
    code: 'FORBIDDEN',
    text: 'No subscription is active. You can still view, receive and report. To upload files or add anything new, choose a plan under Manage Subscription.',
  },
})

export const entitlementFacts = {
  errors: entitlementErrors,
  constraints: {},
  rights: {},
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
