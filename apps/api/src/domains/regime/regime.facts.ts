import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const regimeErrors = defineErrors({
  head_count_ahead: { code: 'BAD_REQUEST', text: 'Employees cannot be counted as of a future day.' },
  own_rule_not_found: { code: 'NOT_FOUND', text: 'This rule does not exist. Rules that come from the law cannot be ended.' },
  own_rule_ended: { code: 'CONFLICT', text: 'This rule has already ended.' },
  own_rule_end_early: { code: 'BAD_REQUEST', text: 'The last day is before the day on which this rule began.' },
})

export const regimeFacts = {
  errors: regimeErrors,
  constraints: {},
  rights: {
    'regime:read': { group: 'What applies to us', what: 'See which rules apply, the head count and the facts about the organization' },
    'regime:write': { group: 'What applies to us', what: 'Record the head count, confirm the facts, add and end contract rules' },
  },
  kinds: { regime: 'What applies to us' },
  actions: {
    'regime.count': 'Employees counted',
    'regime.facts': 'Facts about the organization confirmed',
    'regime.addRule': 'Contract rule added',
    'regime.endRule': 'Contract rule ended',
    'regime.print': 'List of rules printed',
    'regime.remind': 'Reminder of due dates sent',
  },
  sentences: {
    'regime.count': 'counted employees',
    'regime.facts': 'confirmed the facts about the organization',
    'regime.addRule': 'added a contract rule',
    'regime.endRule': 'ended a contract rule',
    'regime.print': 'printed the list of rules',
    'regime.remind': 'sent a reminder of due dates',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof regimeFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof regimeFacts.kinds, string> {}
}
