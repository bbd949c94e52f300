import { defineDomain } from '../domain.ts'
import { verificationFacts } from './verification.facts.ts'
import { askListJob, tidyListsJob } from './verification.jobs.ts'
import { verificationRouter } from './verification.router.ts'

export const verification = defineDomain({
  name: 'verification',
  facts: [verificationFacts],
  routers: { verification: [verificationRouter] },
  jobs: [askListJob, tidyListsJob],
})
