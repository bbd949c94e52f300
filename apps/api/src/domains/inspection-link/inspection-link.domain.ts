import { defineDomain } from '../domain.ts'
import { inspectionLinkFacts } from './inspection-link.facts.ts'
import { inspectionLinkRouter } from './inspection-link.router.ts'

/**
 * Domains of higher layers supply the subjects of links, through the listeners `guestOpenedUnit`, `guestOpenedPack`, `guestOpenedAnswer` and
 * `guestOpenedShipment`, and record downloads of packs through `guestTookPack`.
 */
export const inspectionLink = defineDomain({
  name: 'inspection-link',
  facts: [inspectionLinkFacts],
  routers: { inspectionLink: [inspectionLinkRouter] },
})
