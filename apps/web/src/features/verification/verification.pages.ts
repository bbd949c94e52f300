import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const verificationPages: readonly PageRoute[] = [
  page(
    '/verify',
    'Verifications',
    loadable(() => import('./verify-page.tsx')),
    { right: 'verification:read' },
  ),
  page(
    '/verify/lists',
    'Lists',
    loadable(() => import('./lists-page.tsx')),
    { right: 'verification:read' },
  ),
  page(
    '/settings/verification',
    'Verification service',
    loadable(() => import('./settings-page.tsx')),
    { right: 'verification:configure' },
  ),
]
