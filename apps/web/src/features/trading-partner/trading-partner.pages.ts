import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const tradingPartnerPages: readonly PageRoute[] = [
  page(
    '/tradingpartner',
    'Trading Partners',
    loadable(() => import('./list/partner-list-page.tsx')),
  ),
  page(
    '/tradingpartner/create',
    'New Trading Partner',
    loadable(() => import('./partner-create-page.tsx')),
  ),
  page(
    '/tradingpartner/:partnerId',
    'Trading Partner',
    loadable(() => import('./partner-page.tsx')),
  ),
]
