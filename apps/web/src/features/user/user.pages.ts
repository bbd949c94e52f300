import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const userPages: readonly PageRoute[] = [
  page(
    '/users',
    'Users',
    loadable(() => import('./users-page.tsx')),
    { right: 'user:manage' },
  ),
  page(
    '/users/bylocation',
    'Users by location',
    loadable(() => import('./matrix/matrix-page.tsx')),
    { right: 'user:manageAll' },
  ),
  page(
    '/users/review',
    'Access review',
    loadable(() => import('./review-page.tsx')),
    { right: 'user:manageAll' },
  ),
  page(
    '/users/rights',
    'Who may do what',
    loadable(() => import('./rights-page.tsx')),
  ),
  page(
    '/users/:userId',
    'User',
    loadable(() => import('./person-page.tsx')),
    { right: 'user:manage' },
  ),
  page(
    '/handover',
    'Customer admin',
    loadable(() => import('./invite/hand-over-page.tsx')),
  ),
  page(
    '/welcome',
    'Welcome',
    loadable(() => import('./invite/welcome-page.tsx')),
  ),
  page(
    '/invitation',
    'Invitation',
    loadable(() => import('./invite/other-session-page.tsx')),
  ),
]
