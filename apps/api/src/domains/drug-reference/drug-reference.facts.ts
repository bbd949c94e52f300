import type { DomainFacts } from '../../domain-facts.ts'

export const drugReferenceFacts = {
  errors: {},
  constraints: {},
  actions: {},
} as const satisfies DomainFacts
