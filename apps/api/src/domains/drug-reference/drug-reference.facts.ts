import type { DomainFacts } from '../../domain-facts.ts'

export const drugReferenceFacts = {
  errors: {},
  constraints: {},
  rights: {
    'drug:read': 'own',
  },
  actions: {},
} as const satisfies DomainFacts
