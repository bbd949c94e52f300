import { audit } from './audit/audit.domain.ts'
import { auth } from './auth/auth.domain.ts'
import { correction } from './correction/correction.domain.ts'
import { departure } from './departure/departure.domain.ts'
import { dispense } from './dispense/dispense.domain.ts'
import { drugReference } from './drug-reference/drug-reference.domain.ts'
import { entitlement } from './entitlement/entitlement.domain.ts'
import { epcisQuery } from './epcis-query/epcis-query.domain.ts'
import { exception } from './exception/exception.domain.ts'
import { file } from './file/file.domain.ts'
import { finder } from './finder/finder.domain.ts'
import { hold } from './hold/hold.domain.ts'
import { incidentReport } from './incident-report/incident-report.domain.ts'
import { inspection } from './inspection/inspection.domain.ts'
import { inspectionLink } from './inspection-link/inspection-link.domain.ts'
import { inspectionUnit } from './inspection-unit/inspection-unit.domain.ts'
import { intake } from './intake/intake.domain.ts'
import { investigation } from './investigation/investigation.domain.ts'
import { location } from './location/location.domain.ts'
import { mail } from './mail/mail.domain.ts'
import { med } from './med/med.domain.ts'
import { order } from './order/order.domain.ts'
import { orderImport } from './order-import/order-import.domain.ts'
import { outbound } from './outbound/outbound.domain.ts'
import { recall } from './recall/recall.domain.ts'
import { regime } from './regime/regime.domain.ts'
import { report } from './report/report.domain.ts'
import { scorecard } from './scorecard/scorecard.domain.ts'
import { settings } from './settings/settings.domain.ts'
import { sop } from './sop/sop.domain.ts'
import { subscription } from './subscription/subscription.domain.ts'
import { tracing } from './tracing/tracing.domain.ts'
import { tradingPartner } from './trading-partner/trading-partner.domain.ts'
import { upload } from './upload/upload.domain.ts'
import { user } from './user/user.domain.ts'
import { verification } from './verification/verification.domain.ts'
import { webhook } from './webhook/webhook.domain.ts'

/**
 * Every domain by layer, lowest first. A domain imports only from the layers below its own; upper layers hear of its changes through `Listeners`
 * (`db/types.ts`). `npm run house` and `scripts/house.test.ts` check every import against this list, types included.
 */
export const LAYERS = [
  { name: 'ground', domains: [audit, entitlement, mail] },
  { name: 'files and sign-in', domains: [auth, drugReference, file] },
  { name: 'places', domains: [location] },
  { name: 'people', domains: [user] },
  { name: 'partners and settings', domains: [settings, tradingPartner] },
  { name: 'departures', domains: [departure] },
  { name: 'quarantine', domains: [hold] },
  { name: 'recalls', domains: [recall] },
  { name: 'packages', domains: [med] },
  { name: 'orders', domains: [order] },
  { name: 'uploads', domains: [upload] },
  { name: 'tickets', domains: [exception] },
  { name: 'corrected files', domains: [correction] },
  { name: 'imports, reports to the FDA, and verification', domains: [incidentReport, orderImport, verification] },
  {
    name: 'work across all',
    domains: [dispense, epcisQuery, finder, inspectionLink, intake, investigation, regime, report, scorecard, sop, subscription],
  },
  { name: 'one package, shipments, and tracing requests', domains: [inspectionUnit, outbound, tracing] },
  { name: 'packs for inspectors', domains: [inspection] },
  { name: 'events for other systems', domains: [webhook] },
] as const
