import { defineDomain } from '../domain.ts'
import { holdFacts } from './hold.facts.ts'
import { holdRouter } from './hold.router.ts'

export const hold = defineDomain({
  name: 'hold',
  facts: [holdFacts],
  routers: { med: [holdRouter] },
})
