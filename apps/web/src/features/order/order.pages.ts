import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
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
