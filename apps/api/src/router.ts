import { mergeRouters, router } from './call/trpc.ts'
import { auditRouter } from './domains/audit/audit.router.ts'
import { authRouter } from './domains/auth/auth.router.ts'
import { correctionRouter, uploadDecisionRouter } from './domains/correction/correction.router.ts'
import { drugReferenceRouter } from './domains/drug-reference/drug-reference.router.ts'
import { exceptionRouter } from './domains/exception/exception.router.ts'
import { fileRouter } from './domains/file/file.router.ts'
import { finderRouter } from './domains/finder/finder.router.ts'
import { holdRouter } from './domains/hold/hold.router.ts'
import { incidentReportRouter } from './domains/incident-report/incident-report.router.ts'
import { investigationRouter } from './domains/investigation/investigation.router.ts'
import { glnRouter } from './domains/location/gln/gln.router.ts'
import { locationRouter, stateRouter } from './domains/location/location.router.ts'
import { medRouter } from './domains/med/med.router.ts'
import { orderRouter } from './domains/order/order.router.ts'
import { partnerDecisionRouter } from './domains/order/stop/partner-decision.router.ts'
import { recallRouter } from './domains/recall/recall.router.ts'
import { reportRouter } from './domains/report/report.router.ts'
import { settingsRouter } from './domains/settings/settings.router.ts'
import { subscriptionRouter } from './domains/subscription/subscription.router.ts'
import { paperRouter } from './domains/trading-partner/agreement/paper.router.ts'
import { licenseRouter } from './domains/trading-partner/license/license.router.ts'
import { onboardingRouter } from './domains/trading-partner/onboarding/onboarding.router.ts'
import { partnerOrderRouter } from './domains/trading-partner/order/partner-order.router.ts'
import { tradingPartnerRouter } from './domains/trading-partner/trading-partner.router.ts'
import { demoRouter, uploadRouter } from './domains/upload/upload.router.ts'
import { waitingRouter } from './domains/upload/waiting.router.ts'
import { userLocationRouter } from './domains/user/access/user-location.router.ts'
import { customerRouter } from './domains/user/customer/customer.router.ts'
import { invitationRouter, userRouter } from './domains/user/user.router.ts'

export const appRouter = router({
  audit: auditRouter,
  auth: authRouter,
  customer: customerRouter,
  documentException: mergeRouters(exceptionRouter, correctionRouter),
  drugReference: drugReferenceRouter,
  file: mergeRouters(fileRouter, uploadRouter, uploadDecisionRouter),
  finder: finderRouter,
  gln: mergeRouters(glnRouter, waitingRouter),
  incidentReport: incidentReportRouter,
  investigation: investigationRouter,
  invitation: invitationRouter,
  location: locationRouter,
  med: mergeRouters(medRouter, holdRouter),
  order: mergeRouters(orderRouter, demoRouter),
  recall: recallRouter,
  report: reportRouter,
  settings: settingsRouter,
  subscription: subscriptionRouter,
  state: stateRouter,
  tradingPartner: mergeRouters(
    tradingPartnerRouter,
    licenseRouter,
    onboardingRouter,
    paperRouter,
    partnerOrderRouter,
    partnerDecisionRouter,
  ),
  user: userRouter,
  userLocation: userLocationRouter,
})
export type AppRouter = typeof appRouter
