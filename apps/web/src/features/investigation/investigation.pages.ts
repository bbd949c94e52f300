import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const investigationPages: readonly PageRoute[] = [
  page(
    '/investigations',
    'Investigations',
    loadable(() => import('./investigation-list-page.tsx')),
    { right: 'incident:read' },
  ),
  page(
    '/investigations/:investigationId',
    ({ investigationId }) => `Investigation ${investigationId}`,
    loadable(() => import('./investigation-page.tsx')),
    { right: 'incident:read' },
  ),
]
