import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const epcisQueryErrors = defineErrors({
  query_epc_bad: { code: 'BAD_REQUEST', text: 'An EPC in the query is neither an SGTIN nor an SSCC.' },
  query_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'The query has too many results.' },
})

export const epcisQueryFacts = {
  errors: epcisQueryErrors,
  constraints: {},
  rights: {},
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
