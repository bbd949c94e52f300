import type { DomainFacts } from '../../domain-facts.ts'

export const auditFacts = {
  errors: {
    audit_kind_unknown: { code: 'BAD_REQUEST', text: 'The trail has no lines of this kind. Ask for the kinds that there are.' },
  },
  constraints: {},
  rights: {
    'audit:read': { group: 'Organization', what: 'Read the audit trail, verify and export it' },
  },
  kinds: { audit: 'The audit trail' },
  actions: {
    'audit.export': 'Audit trail exported',
  },
} as const satisfies DomainFacts
