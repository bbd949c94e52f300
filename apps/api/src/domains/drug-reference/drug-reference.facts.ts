import type { DomainFacts } from '../../core/domain-facts.ts'

export const drugReferenceFacts = {
  errors: {},
  constraints: {},
  rights: {
    'drug:read': { group: 'Pedigrees', what: 'Look up drugs in the drug reference' },
  },
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
