import type { DomainFacts } from '../../domain-facts.ts'

export const holdFacts = {
  errors: {
    hold_not_found: { code: 'NOT_FOUND', text: 'This hold no longer exists, or it belongs to a location that you do not have.' },
    hold_data_pending: {
      code: 'CONFLICT',
      text: 'This product is held until its data is right. Resolve its ticket, or use the emergency release there.',
    },
    hold_released: { code: 'CONFLICT', text: 'This hold was released already.' },
  },
  constraints: {},
  rights: {
    'hold:place': { group: 'Holds', what: 'Put a package on hold' },
    'hold:release': { group: 'Holds', what: 'Release a hold' },
  },
  kinds: { hold: 'Holds' },
  actions: {
    'hold.place': 'Hold placed',
    'hold.release': 'Hold released',
  },
} as const satisfies DomainFacts
