import { defineDomain } from '../domain.ts'
import { openShortage } from './counter/counter.service.ts'
import { exceptionFacts } from './exception.facts.ts'
import { readJob, remindJob } from './exception.jobs.ts'
import { askMails, mentionMails, reminderMails, replyMails } from './exception.mails.ts'
import { exceptionRouter } from './exception.router.ts'

export const exception = defineDomain({
  name: 'exception',
  facts: [exceptionFacts],
  routers: { documentException: [exceptionRouter] },
  jobs: [readJob, remindJob],
  mails: [mentionMails, replyMails, askMails, reminderMails],
  listeners: { orderClosedShort: openShortage },
})
