import { defineDomain } from '../domain.ts'
import { inspectionUnitFacts } from './inspection-unit.facts.ts'
import { inspectionUnitRouter } from './inspection-unit.router.ts'
import { answerGuest } from './unit-link.service.ts'

export const inspectionUnit = defineDomain({
  name: 'inspection-unit',
  facts: [inspectionUnitFacts],
  routers: { inspectionUnit: [inspectionUnitRouter] },
  listeners: { guestOpenedUnit: answerGuest },
})
