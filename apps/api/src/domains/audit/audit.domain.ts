import { defineDomain } from '../domain.ts'
import { auditFacts } from './audit.facts.ts'
import { auditRouter } from './audit.router.ts'
import { checkLogJob, stampCheckpointsJob } from './audit-log.jobs.ts'
import { sealJob } from './audit-seal.jobs.ts'

export const audit = defineDomain({
  name: 'audit',
  facts: [auditFacts],
  routers: { audit: [auditRouter] },
  jobs: [sealJob, checkLogJob, stampCheckpointsJob],
})
