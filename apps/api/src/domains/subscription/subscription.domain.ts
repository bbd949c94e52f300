import { defineDomain } from '../domain.ts'
import { compareJob } from './provider/subscription-compare.jobs.ts'
import { subscriptionFacts } from './subscription.facts.ts'
import { compareOneJob, endJob, readSubscriptionsJob } from './subscription.jobs.ts'
import { declinedMails, paidTwiceMails } from './subscription.mails.ts'
import { subscriptionRouter } from './subscription.router.ts'

export const subscription = defineDomain({
  name: 'subscription',
  facts: [subscriptionFacts],
  routers: { subscription: [subscriptionRouter] },
  jobs: [compareJob, compareOneJob, endJob, readSubscriptionsJob],
  mails: [paidTwiceMails, declinedMails],
})
