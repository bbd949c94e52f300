import { defineDomain } from '../domain.ts'
import { inspectionLinkFacts } from './inspection-link.facts.ts'
import { inspectionLinkRouter } from './inspection-link.router.ts'

/** The subjects of links are supplied by the listeners `guestOpenedUnit`, `guestOpenedPack`, `guestOpenedAnswer` and `guestTookPack` of higher layers. */
export const inspectionLink = defineDomain({
  name: 'inspection-link',
  facts: [inspectionLinkFacts],
  routers: { inspectionLink: [inspectionLinkRouter] },
})
