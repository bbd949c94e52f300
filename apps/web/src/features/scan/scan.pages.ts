import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const scanPages: readonly PageRoute[] = [
  page(
    '/settings/scanner',
    'Test my scanner',
    loadable(() => import('./scanner/scanner-page.tsx')),
  ),
]
