import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Its screens: each is the default export of its file and loaded when it is first opened. */
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
