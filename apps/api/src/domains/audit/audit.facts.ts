import type { DomainFacts } from '../../domain-facts.ts'

export const auditFacts = {
  errors: {},
  constraints: {},
  rights: {
    'audit:read': 'customerAdmin',
  },
  actions: {
    'audit.export': 'Audit trail exported',
  },
} as const satisfies DomainFacts
