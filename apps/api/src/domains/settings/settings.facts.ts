import type { DomainFacts } from '../../domain-facts.ts'

export const settingsFacts = {
  errors: {
    settings_too_many_addresses: { code: 'BAD_REQUEST', text: 'At most 5 addresses can be kept here.' },
  },
  constraints: {},
  rights: {
    'settings:write': { group: 'Own settings', what: 'Change one’s own settings, sessions and access tokens' },
  },
  kinds: {},
  actions: {
    'customer.updateSettings': 'Setting of the organization changed',
    'user.updateSettings': 'Own setting changed',
  },
} as const satisfies DomainFacts
