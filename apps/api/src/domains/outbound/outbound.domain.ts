import { defineDomain } from '../domain.ts'
import { deliverJob, queueDeliveriesJob } from './deliver/deliver.jobs.ts'
import { outboundFacts } from './outbound.facts.ts'
import { approvalMails, recallNoticeMails, shipmentMails, undeliveredMails } from './outbound.mails.ts'
import { outboundRouter } from './outbound.router.ts'
import { papersJob } from './paper/paper.jobs.ts'
import { openShipmentForGuest } from './send/link.service.ts'
import { reminderJob } from './send/reminder.jobs.ts'

export const outbound = defineDomain({
  name: 'outbound',
  facts: [outboundFacts],
  routers: { shipment: [outboundRouter] },
  listeners: { guestOpenedShipment: openShipmentForGuest },
  jobs: [papersJob, deliverJob, queueDeliveriesJob, reminderJob],
  mails: [shipmentMails, undeliveredMails, recallNoticeMails, approvalMails],
})
