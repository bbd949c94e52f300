import { defineDomain } from '../domain.ts'
import { dispenseFacts } from './dispense.facts.ts'
import { dispenseRouter } from './dispense.router.ts'

export const dispense = defineDomain({ name: 'dispense', facts: [dispenseFacts], routers: { dispense: [dispenseRouter] } })
