import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const sopPages: readonly PageRoute[] = [
  page(
    '/procedures',
    'Procedures',
    loadable(() => import('./procedures-page.tsx')),
    { right: 'sop:read' },
  ),
]
