import { defineDomain } from '../domain.ts'
import { publishAudited, publishRecalls, publishReceived, publishTicket, publishUnreadable } from './outbox.service.ts'
import { webhookFacts } from './webhook.facts.ts'
import { sendWebhooksJob, tidyWebhooksJob } from './webhook.jobs.ts'
import { webhookMails } from './webhook.mails.ts'
import { webhookRouter } from './webhook.router.ts'

export const webhook = defineDomain({
  name: 'webhook',
  facts: [webhookFacts],
  routers: { webhook: [webhookRouter] },
  jobs: [sendWebhooksJob, tidyWebhooksJob],
  mails: [webhookMails],
  listeners: {
    audited: publishAudited,
    orderReceived: publishReceived,
    ticketStatusSet: publishTicket,
    recallsHit: publishRecalls,
    uploadUnreadable: publishUnreadable,
  },
})
