import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const auditErrors = defineErrors({
  audit_row_not_sealed: {
    code: 'CONFLICT',
    text: 'The seal of the audit trail does not cover this entry yet, because another operation is still running. Try again in a minute.',
  },
  audit_log_differs: {
    code: 'CONFLICT',
    text: 'The audit trail differs from its signed log, so it cannot be proven intact. Verify the trail on the Audit trail page.',
  },
  audit_kind_unknown: { code: 'BAD_REQUEST', text: 'The audit trail has no entries of this type. Use one of the listed types.' },
})

export const auditFacts = {
  errors: auditErrors,
  constraints: {},
  rights: {
    'audit:read': { group: 'Organization', what: 'Read, verify and export the audit trail' },
  },
  kinds: { audit: 'The audit trail' },
  actions: {
    'audit.export': 'Audit trail exported',
  },
  sentences: {
    'audit.export': 'exported the audit trail',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof auditFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof auditFacts.kinds, string> {}
}
