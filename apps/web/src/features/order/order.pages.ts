import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const orderPages: readonly PageRoute[] = [
  page(
    '/orders',
    'Search Overview',
    loadable(() => import('./order-list-page.tsx')),
  ),
  page(
    '/orders/receive/:documentId',
    'Receive Order',
    loadable(() => import('./receive/receive-page.tsx')),
    { wide: true },
  ),
]
