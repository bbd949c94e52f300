import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
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
