import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const intakePages: readonly PageRoute[] = [
  page(
    '/intake',
    'Incoming Files',
    loadable(() => import('./intake-page.tsx')),
    { right: 'intake:read' },
  ),
  page(
    '/intake/dispense-checks',
    'Dispense checks',
    loadable(() => import('./dispense-page.tsx')),
    { right: 'dispense:read' },
  ),
  page(
    '/intake/webhooks',
    'Webhooks',
    loadable(() => import('./webhooks-page.tsx')),
    { right: 'webhook:read' },
  ),
]
