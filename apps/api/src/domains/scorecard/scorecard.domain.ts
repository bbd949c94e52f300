import { defineDomain } from '../domain.ts'
import { scorecardFacts } from './scorecard.facts.ts'
import { monthlyMailJob, refreshAllJob, refreshJob } from './scorecard.jobs.ts'
import { scorecardMails } from './scorecard.mails.ts'
import { scorecardRouter } from './scorecard.router.ts'

export const scorecard = defineDomain({
  name: 'scorecard',
  facts: [scorecardFacts],
  routers: { scorecard: [scorecardRouter] },
  jobs: [refreshAllJob, refreshJob, monthlyMailJob],
  mails: [scorecardMails],
})
