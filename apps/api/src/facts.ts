import { coreFacts } from './core/core.facts.ts'
import type { Catalog } from './core/domain-facts.ts'
import { auditFacts } from './domains/audit/audit.facts.ts'
import { authFacts } from './domains/auth/auth.facts.ts'
import { drugReferenceFacts } from './domains/drug-reference/drug-reference.facts.ts'
import { entitlementFacts } from './domains/entitlement/entitlement.facts.ts'
import { exceptionFacts } from './domains/exception/exception.facts.ts'
import { fileFacts } from './domains/file/file.facts.ts'
import { holdFacts } from './domains/hold/hold.facts.ts'
import { incidentReportFacts } from './domains/incident-report/incident-report.facts.ts'
import { investigationFacts } from './domains/investigation/investigation.facts.ts'
import { glnFacts } from './domains/location/gln/gln.facts.ts'
import { locationFacts } from './domains/location/location.facts.ts'
import { mailFacts } from './domains/mail/mail.facts.ts'
import { medFacts } from './domains/med/med.facts.ts'
import { orderFacts } from './domains/order/order.facts.ts'
import { recallFacts } from './domains/recall/recall.facts.ts'
import { reportFacts } from './domains/report/report.facts.ts'
import { settingsFacts } from './domains/settings/settings.facts.ts'
import { subscriptionFacts } from './domains/subscription/subscription.facts.ts'
import { tradingPartnerFacts } from './domains/trading-partner/trading-partner.facts.ts'
import { uploadFacts } from './domains/upload/upload.facts.ts'
import { userFacts } from './domains/user/user.facts.ts'
import { retentionFacts } from './operate/retention/retention.facts.ts'

/** Every domain's facts. Imported by the composition root only: nothing below it knows all domains. */
const ALL = [
  coreFacts,
  auditFacts,
  authFacts,
  drugReferenceFacts,
  entitlementFacts,
  exceptionFacts,
  fileFacts,
  glnFacts,
  holdFacts,
  incidentReportFacts,
  investigationFacts,
  locationFacts,
  mailFacts,
  medFacts,
  orderFacts,
  recallFacts,
  reportFacts,
  settingsFacts,
  subscriptionFacts,
  tradingPartnerFacts,
  uploadFacts,
  userFacts,
  retentionFacts,
] as const

type One = (typeof ALL)[number]
type Union<Name extends keyof One> = One[Name]
type Merged<Each> = (Each extends unknown ? (each: Each) => void : never) extends (each: infer All) => void ? All : never

/** @throws Error when two domains name the same key. */
function merge<Name extends keyof One>(name: Name): Merged<Union<Name>> {
  const all: Record<string, unknown> = {}
  for (const facts of ALL) {
    for (const [key, value] of Object.entries(facts[name])) {
      if (key in all) throw new Error(`Two domains name ${key} among their ${name}.`)
      all[key] = value
    }
  }
  return all as Merged<Union<Name>> // each key has just been put in
}

/** Every failure that a caller can cause, by its key. */
export const errors = merge('errors')

export const catalog: Catalog = {
  constraints: merge('constraints'),
  rights: merge('rights'),
  kinds: merge('kinds'),
  actions: merge('actions'),
}
