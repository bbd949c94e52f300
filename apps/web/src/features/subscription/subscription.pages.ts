import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const subscriptionPages: readonly PageRoute[] = [
  page(
    '/subscription',
    'Accounts and Subscriptions',
    loadable(() => import('./subscription-page.tsx')),
    { right: 'subscription:read' },
  ),
  page(
    '/subscription/modify',
    'Change your subscription',
    loadable(() => import('./cart/modify-page.tsx')),
    { right: 'subscription:read' },
  ),
]
