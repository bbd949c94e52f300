import { defineDomain } from '../domain.ts'
import { recordArrival } from './delivery.service.ts'
import { intakeFacts } from './intake.facts.ts'
import { intakeRouter } from './intake.router.ts'

export const intake = defineDomain({
  name: 'intake',
  facts: [intakeFacts],
  routers: { intake: [intakeRouter] },
  listeners: { fileArrived: recordArrival },
})
