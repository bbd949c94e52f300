import { defineDomain } from '../domain.ts'
import { sopFacts } from './sop.facts.ts'
import { sopRouter } from './sop.router.ts'

export const sop = defineDomain({
  name: 'sop',
  facts: [sopFacts],
  routers: { sop: [sopRouter] },
})
