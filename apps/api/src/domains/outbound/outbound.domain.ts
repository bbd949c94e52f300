import { defineDomain } from '../domain.ts'
import { outboundFacts } from './outbound.facts.ts'
import { shipmentMails } from './outbound.mails.ts'
import { outboundRouter } from './outbound.router.ts'
import { papersJob } from './paper/paper.jobs.ts'
import { openShipmentForGuest } from './send/link.service.ts'

export const outbound = defineDomain({
  name: 'outbound',
  facts: [outboundFacts],
  routers: { shipment: [outboundRouter] },
  listeners: { guestOpenedShipment: openShipmentForGuest },
  jobs: [papersJob],
  mails: [shipmentMails],
})
