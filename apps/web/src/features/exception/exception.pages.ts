import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const exceptionPages: readonly PageRoute[] = [
  page(
    '/exceptions',
    'Document Exceptions',
    loadable(() => import('./exception-list-page.tsx')),
  ),
  page(
    '/exceptions/corrections/:correctionId',
    'Corrected file',
    loadable(() => import('./correction/correction-page.tsx')),
  ),
  page(
    '/exceptions/:documentExceptionId',
    'Ticket',
    loadable(() => import('./exception-page.tsx')),
  ),
]
