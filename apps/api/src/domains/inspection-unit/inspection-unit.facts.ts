import type { DomainFacts } from '../../core/domain-facts.ts'

export const inspectionUnitFacts = {
  errors: {},
  constraints: {},
  rights: {},
  kinds: {},
  actions: { 'inspectionUnit.print': 'Answers about a package printed' },
  sentences: { 'inspectionUnit.print': 'printed the answers about a package' },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof inspectionUnitFacts.actions, string> {}
}
