import type { DomainFacts } from '../../../core/domain-facts.ts'
import { defineErrors } from '../../../core/errors.ts'

export const glnErrors = defineErrors({
  gln_not_found: { code: 'NOT_FOUND', text: 'This GLN is no longer on file, or it belongs to a location you cannot access.' },
  gln_taken: { code: 'CONFLICT', text: 'This GLN is already on file.' },
  gln_invalid: {
    code: 'BAD_REQUEST',
    text: 'The last digit does not match the others: one digit of this GLN is mistyped, or two are swapped.',
  },
  gln_verified: {
    code: 'CONFLICT',
    text: 'This GLN is verified, so it cannot be changed or deleted. The customer admin can withdraw the verification first.',
  },
  gln_not_verified: { code: 'CONFLICT', text: 'This GLN is not verified, so there is nothing to withdraw.' },
})

export const glnFacts = {
  errors: glnErrors,
  constraints: {
    location_gln__global_location_number: glnErrors.gln_taken,
  },
  rights: {
    'gln:read': { group: 'GLNs', what: 'See GLNs' },
    'gln:write': { group: 'GLNs', what: 'Add, change and delete GLNs that are not verified' },
    'gln:verify': { group: 'GLNs', what: 'Verify a GLN, and withdraw a verification' },
  },
  kinds: {},
  actions: {
    'gln.add': 'GLN added',
    'gln.delete': 'GLN deleted',
    'gln.update': 'GLN changed',
    'gln.verify': 'GLN verified',
    'gln.withdraw': 'GLN verification withdrawn',
  },
  sentences: {
    'gln.add': 'added a GLN to {about}',
    'gln.delete': 'deleted a GLN of {about}',
    'gln.update': 'changed a GLN of {about}',
    'gln.verify': 'verified a GLN of {about}',
    'gln.withdraw': 'withdrew the verification of a GLN of {about}',
  },
} as const satisfies DomainFacts

declare module '../../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof glnFacts.actions, string> {}
}
