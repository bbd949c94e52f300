import { auditSamples } from './audit/audit.samples.ts'
import { authSamples } from './auth/auth.samples.ts'
import { drugReferenceSamples } from './drug-reference/drug-reference.samples.ts'
import { exceptionSamples } from './exception/exception.samples.ts'
import { fileSamples } from './file/file.samples.ts'
import { finderSamples } from './finder/finder.samples.ts'
import { glnSamples } from './gln/gln.samples.ts'
import { incidentReportSamples } from './incident-report/incident-report.samples.ts'
import { locationSamples, stateSamples } from './location/location.samples.ts'
import { medSamples } from './med/med.samples.ts'
import { orderSamples } from './order/order.samples.ts'
import { reportSamples } from './report/report.samples.ts'
import type { Domain, Sample, SamplesOf, World } from './sample.ts'
import { settingsSamples } from './settings/settings.samples.ts'
import { subscriptionSamples } from './subscription/subscription.samples.ts'
import { tradingPartnerSamples } from './trading-partner/trading-partner.samples.ts'
import { customerSamples, invitationSamples, userLocationSamples, userSamples } from './user/user.samples.ts'

/** Each domain's own; a domain without any does not compile. */
const DOMAINS: { [D in Domain]: (world: World) => SamplesOf<D> | Promise<SamplesOf<D>> } = {
  audit: auditSamples,
  auth: authSamples,
  customer: customerSamples,
  documentException: exceptionSamples,
  drugReference: drugReferenceSamples,
  file: fileSamples,
  finder: finderSamples,
  gln: glnSamples,
  incidentReport: incidentReportSamples,
  invitation: invitationSamples,
  location: locationSamples,
  med: medSamples,
  order: orderSamples,
  report: reportSamples,
  settings: settingsSamples,
  subscription: subscriptionSamples,
  state: stateSamples,
  tradingPartner: tradingPartnerSamples,
  user: userSamples,
  userLocation: userLocationSamples,
}

/** All samples, by the procedure's path. */
export async function makeSamples(world: World): Promise<ReadonlyMap<string, Sample>> {
  const samples = new Map<string, Sample>()
  for (const [domain, make] of Object.entries(DOMAINS))
    for (const [name, sample] of Object.entries(await make(world))) samples.set(`${domain}.${name}`, sample as Sample) // each with its own input
  return samples
}
