import { type Loadable, loadable } from '../ui/loadable.tsx'
import type { Right } from './rights.ts'

export interface PageRoute {
  /** Pattern of wouter: `/orders/receive/:documentId`. */
  path: string
  /** Of the window; the page itself shows its own. */
  title: string | ((params: Record<string, string>) => string)
  right: Right
  page: Loadable<object>
  /** The page takes the whole width: the menu goes behind its button. */
  wide?: boolean
}

const route = (path: string, title: PageRoute['title'], page: PageRoute['page'], more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title,
  right: 'everyone',
  page,
  ...more,
})

/** Every signed-in screen. A page is the default export of its file and is loaded when it is first opened. */
export const routes: readonly PageRoute[] = [
  route(
    '/',
    'Home',
    loadable(() => import('../features/home/home-page.tsx')),
  ),
  route(
    '/orders',
    'Search Overview',
    loadable(() => import('../features/order/order-list-page.tsx')),
  ),
  route(
    '/orders/receive/:documentId',
    'Receive Order',
    loadable(() => import('../features/order/receive/receive-page.tsx')),
    { wide: true },
  ),
  route(
    '/orderupload',
    'Upload An Order',
    loadable(() => import('../features/upload/upload-page.tsx')),
  ),
  route(
    '/demo/epcis/file/generator',
    'Demo EPCIS file',
    loadable(() => import('../features/upload/demo-page.tsx')),
  ),
  route(
    '/searchmeds',
    'My Pedigrees',
    loadable(() => import('../features/med/med-search-page.tsx')),
  ),
  route(
    '/inputmeds',
    'Create A Pedigree',
    loadable(() => import('../features/med/entry-page.tsx')),
  ),
  route(
    '/meddetail/:medId',
    'Pedigree Detail',
    loadable(() => import('../features/med/med-detail-page.tsx')),
  ),
  route(
    '/sendapedigree',
    'Send A Pedigree',
    loadable(() => import('../features/med/send-page.tsx')),
  ),
  route(
    '/sendapedigree/:serialNumber',
    ({ serialNumber }) => serialNumber ?? 'Send A Pedigree',
    loadable(() => import('../features/med/send-page.tsx')),
  ),
  route(
    '/reportanincident',
    'Report An Incident',
    loadable(() => import('../features/incident-report/incident-form-page.tsx')),
  ),
  route(
    '/reportanincident/:incidentId/:type',
    'Report An Incident',
    loadable(() => import('../features/incident-report/incident-form-page.tsx')),
  ),
  route(
    '/incidenttracker',
    'Incident Tracker',
    loadable(() => import('../features/incident-report/incident-tracker-page.tsx')),
  ),
  route(
    '/incidenttracker/:incidentId',
    'Incident Info',
    loadable(() => import('../features/incident-report/incident-page.tsx')),
  ),
  route(
    '/reports',
    'Reports',
    loadable(() => import('../features/report/reports-page.tsx')),
  ),
  route(
    '/settings/changepassword',
    'Change password',
    loadable(() => import('../features/auth/change-password-page.tsx')),
  ),
  route(
    '/settings/othersettings',
    'Other settings',
    loadable(() => import('../features/settings/other-settings-page.tsx')),
  ),
  route(
    '/settings/security',
    'Sign-in and security',
    loadable(() => import('../features/settings/security-page.tsx')),
  ),
  route(
    '/settings/scanner',
    'Test my scanner',
    loadable(() => import('../features/scan/scanner-page.tsx')),
  ),
  route(
    '/audit',
    'Audit trail',
    loadable(() => import('../features/audit/audit-page.tsx')),
    { right: 'customerAdmin' },
  ),
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
