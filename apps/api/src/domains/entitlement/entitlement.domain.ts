import { defineDomain } from '../domain.ts'
import { entitlementFacts } from './entitlement.facts.ts'

export const entitlement = defineDomain({
  name: 'entitlement',
  facts: [entitlementFacts],
})
