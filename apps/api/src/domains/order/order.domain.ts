import { defineDomain } from '../domain.ts'
import { orderFacts } from './order.facts.ts'
import { orderRouter } from './order.router.ts'
import { keepHeldAmounts } from './stop/order-held.service.ts'
import { partnerDecisionRouter } from './stop/partner-decision.router.ts'

export const order = defineDomain({
  name: 'order',
  facts: [orderFacts],
  routers: { order: [orderRouter], tradingPartner: [partnerDecisionRouter] },
  listeners: { heldMedsChanged: keepHeldAmounts },
})
