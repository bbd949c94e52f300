import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const medPages: readonly PageRoute[] = [
  page(
    '/searchmeds',
    'My Pedigrees',
    loadable(() => import('./med-search-page.tsx')),
  ),
  page(
    '/inputmeds',
    'Create A Pedigree',
    loadable(() => import('./entry/entry-page.tsx')),
  ),
  page(
    '/meddetail/:medId',
    'Pedigree Detail',
    loadable(() => import('./detail/med-detail-page.tsx')),
  ),
  page(
    '/sendapedigree',
    'Send A Pedigree',
    loadable(() => import('./send/send-page.tsx')),
  ),
  page(
    '/sendapedigree/:serialNumber',
    ({ serialNumber }) => serialNumber ?? 'Send A Pedigree',
    loadable(() => import('./send/send-page.tsx')),
  ),
]
