import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const settingsPages: readonly PageRoute[] = [
  page(
    '/settings/othersettings',
    'Other settings',
    loadable(() => import('./other-settings-page.tsx')),
  ),
  page(
    '/settings/security',
    'Sign-in and security',
    loadable(() => import('./security-page.tsx')),
  ),
]
