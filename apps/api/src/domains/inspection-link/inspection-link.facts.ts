import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const inspectionLinkErrors = defineErrors({
  /** Deliberately the same message for an unknown, an expired and a revoked link. */
  link_over: { code: 'NOT_FOUND', text: 'This link no longer works. Ask the pharmacy for a new one.' },
  link_not_found: { code: 'NOT_FOUND', text: 'This link does not exist.' },
})

export const inspectionLinkFacts = {
  errors: inspectionLinkErrors,
  constraints: {},
  rights: {},
  kinds: { inspectionLink: 'Link for an inspector' },
  actions: {
    'inspectionLink.create': 'Link for an inspector created',
    'inspectionLink.revoke': 'Inspector link deactivated',
    'inspectionLink.use': 'Link for an inspector opened',
    'inspectionLink.download': 'File downloaded through an inspector’s link',
  },
  sentences: {
    'inspectionLink.create': 'created {about}',
    'inspectionLink.revoke': 'deactivated {about}',
    'inspectionLink.use': 'let a guest open {about}',
    'inspectionLink.download': 'let a guest download the file of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof inspectionLinkFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof inspectionLinkFacts.kinds, string> {}
}
