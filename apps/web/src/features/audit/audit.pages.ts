import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
export const auditPages: readonly PageRoute[] = [
  page(
    '/audit',
    'Audit trail',
    loadable(() => import('./audit-page.tsx')),
    { right: 'audit:read' },
  ),
]
