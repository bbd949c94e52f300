import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const locationPages: readonly PageRoute[] = [
  page(
    '/locations',
    'Manage Locations',
    loadable(() => import('./locations-page.tsx')),
    { right: 'location:write' },
  ),
  page(
    '/locations/add',
    'New Location',
    loadable(() => import('./location-add-page.tsx')),
    { right: 'location:write' },
  ),
  page(
    '/locations/:locationId',
    'Location',
    loadable(() => import('./location-page.tsx')),
    { right: 'location:write' },
  ),
]
