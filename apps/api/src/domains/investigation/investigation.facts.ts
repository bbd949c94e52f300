import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const investigationErrors = defineErrors({
  investigation_not_found: {
    code: 'NOT_FOUND',
    text: 'This investigation does not exist, or it belongs to a location you cannot access.',
  },
  investigation_ended: { code: 'CONFLICT', text: 'This investigation has ended, so its record can no longer be changed.' },
  investigation_locations: {
    code: 'BAD_REQUEST',
    text: 'These holds are at different locations. Investigate each location’s product separately.',
  },
  investigation_no_finding: {
    code: 'CONFLICT',
    text: 'Record at least one finding, such as the transaction history you checked, before you end the investigation.',
  },
  investigation_found_ahead: { code: 'BAD_REQUEST', text: 'The day of the finding is in the future.' },
  investigation_not_illegitimate: { code: 'CONFLICT', text: 'Only product that was found illegitimate is reported on Form 3911.' },
  investigation_reported: { code: 'CONFLICT', text: 'This product has already been reported.' },
})

/** Investigations have no rights of their own: the right to report allows investigating, and the right to release a hold allows clearing. */
export const investigationFacts = {
  errors: investigationErrors,
  constraints: {},
  rights: {},
  kinds: { investigation: 'Investigations' },
  actions: {
    'investigation.open': 'Investigation opened',
    'investigation.more': 'Product added to an investigation',
    'investigation.finding': 'Finding recorded',
    'investigation.clear': 'Investigation ended: cleared',
    'investigation.illegitimate': 'Investigation ended: illegitimate',
    'investigation.print': 'Investigation record downloaded',
  },
  sentences: {
    'investigation.open': 'opened {about}',
    'investigation.more': 'added product to {about}',
    'investigation.finding': 'recorded a finding in {about}',
    'investigation.clear': 'ended {about}: the product is cleared',
    'investigation.illegitimate': 'ended {about}: the product is illegitimate',
    'investigation.print': 'downloaded the record of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof investigationFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof investigationFacts.kinds, string> {}
}
