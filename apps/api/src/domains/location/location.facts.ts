import type { DomainFacts } from '../../domain-facts.ts'

export const locationFacts = {
  errors: {
    location_not_found: { code: 'NOT_FOUND', text: 'This location does not exist, or you do not have it.' },
    gln_taken: { code: 'CONFLICT', text: 'This GLN is on file already.' },
  },
  constraints: {
    location_gln__global_location_number: 'gln_taken',
  },
  rights: {
    'location:read': 'everybody',
  },
  actions: {},
} as const satisfies DomainFacts
