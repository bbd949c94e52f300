import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const regimePages: readonly PageRoute[] = [
  page(
    '/rules',
    'What Applies To Us',
    loadable(() => import('./rules-page.tsx')),
    { right: 'regime:read' },
  ),
]
