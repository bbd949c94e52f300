import { defineDomain } from '../domain.ts'
import { tracingFacts } from './tracing.facts.ts'
import { tracingRouter } from './tracing.router.ts'

export const tracing = defineDomain({
  name: 'tracing',
  facts: [tracingFacts],
  routers: { tracing: [tracingRouter] },
})
