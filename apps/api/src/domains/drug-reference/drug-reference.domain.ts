import { defineDomain } from '../domain.ts'
import { drugReferenceFacts } from './drug-reference.facts.ts'
import { drugsJob } from './drug-reference.jobs.ts'
import { drugReferenceRouter } from './drug-reference.router.ts'

export const drugReference = defineDomain({
  name: 'drug-reference',
  facts: [drugReferenceFacts],
  routers: { drugReference: [drugReferenceRouter] },
  jobs: [drugsJob],
})
