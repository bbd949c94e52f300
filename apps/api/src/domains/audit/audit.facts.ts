import type { DomainFacts } from '../../domain-facts.ts'

export const auditFacts = {
  errors: {},
  constraints: {},
  actions: {
    'audit.export': 'Audit trail exported',
  },
} as const satisfies DomainFacts
