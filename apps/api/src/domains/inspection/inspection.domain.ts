import { defineDomain } from '../domain.ts'
import { inspectionFacts } from './inspection.facts.ts'
import { inspectionRouter } from './inspection.router.ts'
import { buildPackJob, removePacksJob } from './pack/pack.jobs.ts'
import { openPackForGuest } from './pack/pack-link.service.ts'

export const inspection = defineDomain({
  name: 'inspection',
  facts: [inspectionFacts],
  routers: { inspection: [inspectionRouter] },
  listeners: { guestOpenedPack: openPackForGuest },
  jobs: [buildPackJob, removePacksJob],
})
