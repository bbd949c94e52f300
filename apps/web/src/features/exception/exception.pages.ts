import { type PageRoute, page } from '../../shell/page-route.ts'
import { loadable } from '../../ui/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
export const exceptionPages: readonly PageRoute[] = [
  page(
    '/exceptions',
    'Document Exceptions',
    loadable(() => import('./exception-list-page.tsx')),
  ),
  page(
    '/exceptions/:documentExceptionId',
    'Ticket',
    loadable(() => import('./exception-page.tsx')),
  ),
]
