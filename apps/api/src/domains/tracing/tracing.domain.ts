import { defineDomain } from '../domain.ts'
import { buildAnswerJob, removeAnswersJob } from './answer/answer.jobs.ts'
import { openAnswerForGuest } from './send/send.service.ts'
import { tracingFacts } from './tracing.facts.ts'
import { remindDrillJob, remindPartnersJob, searchJob } from './tracing.jobs.ts'
import { acknowledgeMails, answerMails, arrivalMails, drillMails, questionMails, questionReminderMails } from './tracing.mails.ts'
import { tracingRouter } from './tracing.router.ts'

export const tracing = defineDomain({
  name: 'tracing',
  facts: [tracingFacts],
  routers: { tracing: [tracingRouter] },
  listeners: { guestOpenedAnswer: openAnswerForGuest },
  jobs: [searchJob, buildAnswerJob, removeAnswersJob, remindPartnersJob, remindDrillJob],
  mails: [acknowledgeMails, answerMails, arrivalMails, drillMails, questionMails, questionReminderMails],
})
