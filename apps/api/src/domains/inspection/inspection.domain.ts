import { defineDomain } from '../domain.ts'
import { inspectionFacts } from './inspection.facts.ts'
import { inspectionRouter } from './inspection.router.ts'
import { buildPackJob, removePacksJob } from './pack/pack.jobs.ts'

export const inspection = defineDomain({
  name: 'inspection',
  facts: [inspectionFacts],
  routers: { inspection: [inspectionRouter] },
  jobs: [buildPackJob, removePacksJob],
})
