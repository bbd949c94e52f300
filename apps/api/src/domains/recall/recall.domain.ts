import { defineDomain } from '../domain.ts'
import { recallFacts } from './recall.facts.ts'
import { catchUpRecallsJob, digestRecallsJob, matchRecallsJob, recallsJob } from './recall.jobs.ts'
import { recallDigestMails, recallMails } from './recall.mails.ts'
import { recallRouter } from './recall.router.ts'

export const recall = defineDomain({
  name: 'recall',
  facts: [recallFacts],
  routers: { recall: [recallRouter] },
  jobs: [recallsJob, matchRecallsJob, catchUpRecallsJob, digestRecallsJob],
  mails: [recallMails, recallDigestMails],
})
