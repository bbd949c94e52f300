import { defineDomain } from '../domain.ts'
import { epcisQueryFacts } from './epcis-query.facts.ts'
import { epcisQueryRouter } from './epcis-query.router.ts'

export const epcisQuery = defineDomain({ name: 'epcis-query', facts: [epcisQueryFacts], routers: { epcisQuery: [epcisQueryRouter] } })
