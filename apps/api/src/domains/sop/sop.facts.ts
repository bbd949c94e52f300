import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const sopErrors = defineErrors({
  sop_changed: { code: 'CONFLICT', text: 'Somebody saved a newer revision. Read it first; your text is still here.' },
  sop_same: { code: 'BAD_REQUEST', text: 'The text is the same as in the newest revision.' },
  sop_not_found: { code: 'NOT_FOUND', text: 'This revision does not exist.' },
  sop_not_newest: { code: 'CONFLICT', text: 'There is a newer revision. Read it and sign that one.' },
})

export const sopFacts = {
  errors: sopErrors,
  constraints: { sop_revision__once: sopErrors.sop_changed },
  rights: {
    'sop:read': { group: 'Procedures', what: 'Read the written procedures and sign them' },
    'sop:write': { group: 'Procedures', what: 'Adopt procedures and write new revisions' },
  },
  kinds: { sop: 'Procedures' },
  actions: {
    'sop.revise': 'Procedure revised',
    'sop.sign': 'Procedure signed',
    'sop.print': 'Procedure printed',
  },
  sentences: {
    'sop.revise': 'revised a procedure',
    'sop.sign': 'signed a procedure',
    'sop.print': 'printed a procedure',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof sopFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof sopFacts.kinds, string> {}
}
