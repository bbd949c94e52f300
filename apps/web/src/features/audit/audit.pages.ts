import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const auditPages: readonly PageRoute[] = [
  page(
    '/audit',
    'Audit trail',
    loadable(() => import('./audit-page.tsx')),
    { right: 'audit:read' },
  ),
]
