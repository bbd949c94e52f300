import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const uploadPages: readonly PageRoute[] = [
  page(
    '/orderupload',
    'Upload An Order',
    loadable(() => import('./upload-page.tsx')),
  ),
  page(
    '/demo/epcis/file/generator',
    'Demo EPCIS file',
    loadable(() => import('./demo/demo-page.tsx')),
  ),
]
