import { type PageRoute, page } from '../../shell/page-route.ts'
import { loadable } from '../../ui/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
export const recallPages: readonly PageRoute[] = [
  page(
    '/recalls',
    'Recalls',
    loadable(() => import('./recall-list-page.tsx')),
  ),
  page(
    '/recalls/search',
    'All Recalls',
    loadable(() => import('./recall-search-page.tsx')),
  ),
  page(
    '/recalls/detail/:recallId',
    'Recall',
    loadable(() => import('./recall-page.tsx')),
  ),
]
