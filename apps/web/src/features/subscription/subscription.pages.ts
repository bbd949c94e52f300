import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
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
