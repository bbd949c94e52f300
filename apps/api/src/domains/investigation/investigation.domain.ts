import { defineDomain } from '../domain.ts'
import { investigationFacts } from './investigation.facts.ts'
import { investigationRouter } from './investigation.router.ts'

export const investigation = defineDomain({
  name: 'investigation',
  facts: [investigationFacts],
  routers: { investigation: [investigationRouter] },
})
