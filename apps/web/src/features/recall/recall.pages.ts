import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const recallPages: readonly PageRoute[] = [
  page(
    '/recalls',
    'Recalls',
    loadable(() => import('./recall-list-page.tsx')),
  ),
  page(
    '/recalls/search',
    'All Recalls',
    loadable(() => import('./search/recall-search-page.tsx')),
  ),
  page(
    '/recalls/detail/:recallId',
    'Recall',
    loadable(() => import('./recall-page.tsx')),
  ),
]
