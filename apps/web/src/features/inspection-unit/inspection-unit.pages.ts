import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const inspectionUnitPages: readonly PageRoute[] = [
  page(
    '/inspection/unit',
    'Pick A Bottle',
    loadable(() => import('./unit-page.tsx')),
    { right: 'med:read' },
  ),
]
