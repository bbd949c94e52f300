import { defineDomain } from '../domain.ts'
import { paperRouter } from './agreement/paper.router.ts'
import { licenseRouter } from './license/license.router.ts'
import { onboardingRouter } from './onboarding/onboarding.router.ts'
import { partnerOrderRouter } from './order/partner-order.router.ts'
import { shippingRouter } from './shipping/shipping.router.ts'
import { tradingPartnerFacts } from './trading-partner.facts.ts'
import { paperJob } from './trading-partner.jobs.ts'
import { glnMails, paperMails } from './trading-partner.mails.ts'
import { tradingPartnerRouter } from './trading-partner.router.ts'

export const tradingPartner = defineDomain({
  name: 'trading-partner',
  facts: [tradingPartnerFacts],
  routers: { tradingPartner: [tradingPartnerRouter, licenseRouter, onboardingRouter, paperRouter, partnerOrderRouter, shippingRouter] },
  jobs: [paperJob],
  mails: [paperMails, glnMails],
})
