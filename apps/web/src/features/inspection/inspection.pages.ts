import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const inspectionPages: readonly PageRoute[] = [
  page(
    '/inspection',
    'Answer An Inspection',
    loadable(() => import('./inspection-page.tsx')),
    { right: 'pack:make' },
  ),
]
