import type { DomainFacts } from '../../domain-facts.ts'

export const auditFacts = {
  errors: {
    audit_kind_unknown: { code: 'BAD_REQUEST', text: 'The audit trail has no entries of this type. Use one of the listed types.' },
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
