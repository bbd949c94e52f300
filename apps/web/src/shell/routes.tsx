import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Right } from './rights.ts'

export interface PageRoute {
  /** Pattern of wouter: `/orders/receive/:documentId`. */
  path: string
  /** Of the window; the page itself shows its own. */
  title: string | ((params: Record<string, string>) => string)
  right: Right
  page: ComponentType | LazyExoticComponent<ComponentType>
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
    lazy(() => import('../features/home/home-page.tsx')),
  ),
  route(
    '/orders',
    'Search Overview',
    lazy(() => import('../features/order/order-list-page.tsx')),
  ),
  route(
    '/orders/receive/:documentId',
    'Receive Order',
    lazy(() => import('../features/order/receive/receive-page.tsx')),
    { wide: true },
  ),
  route(
    '/orderupload',
    'Upload An Order',
    lazy(() => import('../features/order/order-upload-page.tsx')),
  ),
  route(
    '/demo/epcis/file/generator',
    'Demo EPCIS file',
    lazy(() => import('../features/order/demo-page.tsx')),
  ),
  route(
    '/searchmeds',
    'My Pedigrees',
    lazy(() => import('../features/med/med-search-page.tsx')),
  ),
  route(
    '/inputmeds',
    'Create A Pedigree',
    lazy(() => import('../features/med/entry-page.tsx')),
  ),
  route(
    '/meddetail/:medId',
    'Pedigree Detail',
    lazy(() => import('../features/med/med-detail-page.tsx')),
  ),
  route(
    '/sendapedigree',
    'Send A Pedigree',
    lazy(() => import('../features/med/send-page.tsx')),
  ),
  route(
    '/sendapedigree/:serialNumber',
    ({ serialNumber }) => serialNumber ?? 'Send A Pedigree',
    lazy(() => import('../features/med/send-page.tsx')),
  ),
  route(
    '/reportanincident',
    'Report An Incident',
    lazy(() => import('../features/incident-report/incident-form-page.tsx')),
  ),
  route(
    '/reportanincident/:incidentId/:type',
    'Report An Incident',
    lazy(() => import('../features/incident-report/incident-form-page.tsx')),
  ),
  route(
    '/incidenttracker',
    'Incident Tracker',
    lazy(() => import('../features/incident-report/incident-tracker-page.tsx')),
  ),
  route(
    '/incidenttracker/:incidentId',
    'Incident Info',
    lazy(() => import('../features/incident-report/incident-page.tsx')),
  ),
  route(
    '/reports',
    'Reports',
    lazy(() => import('../features/report/reports-page.tsx')),
  ),
  route(
    '/settings/changepassword',
    'Change password',
    lazy(() => import('../features/auth/change-password-page.tsx')),
  ),
  route(
    '/settings/othersettings',
    'Other settings',
    lazy(() => import('../features/settings/other-settings-page.tsx')),
  ),
  route(
    '/settings/security',
    'Sign-in and security',
    lazy(() => import('../features/settings/security-page.tsx')),
  ),
  route(
    '/settings/scanner',
    'Test my scanner',
    lazy(() => import('../features/scan/scanner-page.tsx')),
  ),
  route(
    '/audit',
    'Audit trail',
    lazy(() => import('../features/audit/audit-page.tsx')),
    { right: 'customerAdmin' },
  ),
]

/** Addresses that lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/forgotpassword': '/',
  '/settings': '/settings/changepassword',
  '/usermanagement': '/users',
}
