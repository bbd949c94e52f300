import type { DomainFacts } from '../../domain-facts.ts'

export const userFacts = {
  errors: {},
  constraints: {},
  rights: {
    'user:readSelf': 'everybody',
    'customer:write': 'customerAdmin',
  },
  actions: {
    'customer.new': 'Organization created',
  },
} as const satisfies DomainFacts
