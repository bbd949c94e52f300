import type { DomainFacts } from '../../domain-facts.ts'

export const holdFacts = {
  errors: {
    hold_not_found: { code: 'NOT_FOUND', text: 'This hold no longer exists, or it belongs to a location that you do not have.' },
    hold_released: { code: 'CONFLICT', text: 'This hold was released already.' },
  },
  constraints: {},
  actions: {
    'hold.place': 'Hold placed',
    'hold.release': 'Hold released',
  },
} as const satisfies DomainFacts
