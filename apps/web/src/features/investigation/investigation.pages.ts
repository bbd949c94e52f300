import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
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
