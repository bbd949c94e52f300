import { defineDomain } from '../domain.ts'
import { scorecardFacts } from './scorecard.facts.ts'
import { refreshAllJob, refreshJob } from './scorecard.jobs.ts'
import { scorecardRouter } from './scorecard.router.ts'

export const scorecard = defineDomain({
  name: 'scorecard',
  facts: [scorecardFacts],
  routers: { scorecard: [scorecardRouter] },
  jobs: [refreshAllJob, refreshJob],
})
