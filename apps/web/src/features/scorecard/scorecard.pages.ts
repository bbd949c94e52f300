import { type PageRoute, page } from '../../shell/route/page-route.ts'
import { loadable } from '../../ui/page/loadable.tsx'

/** Screens of this feature; each file's default export is loaded on first visit. */
export const scorecardPages: readonly PageRoute[] = [
  page(
    '/tradingpartner/scorecards',
    'Supplier Scorecards',
    loadable(() => import('./scorecard-list-page.tsx')),
    { right: 'scorecard:read' },
  ),
  page(
    '/tradingpartner/:partnerId/scorecard',
    'Supplier Scorecard',
    loadable(() => import('./scorecard-page.tsx')),
    { right: 'scorecard:read' },
  ),
]
