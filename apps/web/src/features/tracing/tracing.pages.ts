import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const tracingPages: readonly PageRoute[] = [
  page(
    '/tracing',
    'Tracing Requests',
    loadable(() => import('./tracing-list-page.tsx')),
    { right: 'tracing:read' },
  ),
  page(
    '/tracing/new',
    'Record a request',
    loadable(() => import('./new-request-page.tsx')),
    { right: 'tracing:write' },
  ),
  page(
    '/tracing/ask',
    'Ask a partner',
    loadable(() => import('./ask-partner-page.tsx')),
    { right: 'tracing:write' },
  ),
  page(
    '/tracing/:requestId',
    ({ requestId }) => `Request ${requestId}`,
    loadable(() => import('./tracing-page.tsx')),
    { right: 'tracing:read' },
  ),
]
