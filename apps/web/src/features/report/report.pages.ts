import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const reportPages: readonly PageRoute[] = [
  page(
    '/reports',
    'Reports',
    loadable(() => import('./reports-page.tsx')),
  ),
]
