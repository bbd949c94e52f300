import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const incidentReportPages: readonly PageRoute[] = [
  page(
    '/reportanincident',
    'Report An Incident',
    loadable(() => import('./form/incident-form-page.tsx')),
  ),
  page(
    '/reportanincident/:incidentId/:type',
    'Report An Incident',
    loadable(() => import('./form/incident-form-page.tsx')),
  ),
  page(
    '/incidenttracker',
    'Incident Tracker',
    loadable(() => import('./tracker/incident-tracker-page.tsx')),
  ),
  page(
    '/incidenttracker/:incidentId',
    'Incident Info',
    loadable(() => import('./page/incident-page.tsx')),
  ),
]
