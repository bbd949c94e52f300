import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const outboundPages: readonly PageRoute[] = [
  page(
    '/outbound',
    'Shipments',
    loadable(() => import('./outbound-list-page.tsx')),
    { right: 'shipment:read' },
  ),
  page(
    '/outbound/new',
    'Send packages',
    loadable(() => import('./new/new-shipment-page.tsx')),
    { right: 'shipment:write' },
  ),
  page(
    '/outbound/:shipmentId',
    ({ shipmentId }) => `Shipment ${shipmentId}`,
    loadable(() => import('./shipment-page.tsx')),
    { right: 'shipment:read' },
  ),
]
