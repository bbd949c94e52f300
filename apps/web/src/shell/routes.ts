import { auditPages } from '../features/audit/audit.pages.ts'
import { authPages } from '../features/auth/auth.pages.ts'
import { exceptionPages } from '../features/exception/exception.pages.ts'
import { glnPages } from '../features/gln/gln.pages.ts'
import { homePages } from '../features/home/home.pages.ts'
import { incidentReportPages } from '../features/incident-report/incident-report.pages.ts'
import { locationPages } from '../features/location/location.pages.ts'
import { medPages } from '../features/med/med.pages.ts'
import { orderPages } from '../features/order/order.pages.ts'
import { reportPages } from '../features/report/report.pages.ts'
import { scanPages } from '../features/scan/scan.pages.ts'
import { settingsPages } from '../features/settings/settings.pages.ts'
import { subscriptionPages } from '../features/subscription/subscription.pages.ts'
import { tradingPartnerPages } from '../features/trading-partner/trading-partner.pages.ts'
import { uploadPages } from '../features/upload/upload.pages.ts'
import { userPages } from '../features/user/user.pages.ts'
import type { PageRoute } from './page-route.ts'

/** Every signed-in screen; a feature names its own. */
export const routes: readonly PageRoute[] = [
  ...auditPages,
  ...authPages,
  ...exceptionPages,
  ...glnPages,
  ...homePages,
  ...incidentReportPages,
  ...locationPages,
  ...medPages,
  ...orderPages,
  ...reportPages,
  ...scanPages,
  ...settingsPages,
  ...subscriptionPages,
  ...tradingPartnerPages,
  ...uploadPages,
  ...userPages,
]

/** Addresses that lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/forgotpassword': '/',
  '/settings': '/settings/changepassword',
  '/usermanagement': '/users',
}

/** Loads the page of an address ahead: while the session is refreshed, say. What fails here is tried again where it is shown. */
export function preloadPage(path: string): void {
  const parts = path.split('/')
  const isIt = (pattern: readonly string[]) =>
    pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  routes
    .find((one) => isIt(one.path.split('/')))
    ?.page.preload()
    .catch(() => undefined)
}
