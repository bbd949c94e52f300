import { eventPage, eventQuery } from '@seriatim/schema'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { queryEvents } from './epcis-query.service.ts'

/** Lets programs query the events of the customer's documents. `http/epcis` serves these calls as GS1's interface. */
export const epcisQueryRouter = router({
  readMany: query('order:read', 'scope', eventQuery, eventPage, queryEvents),
})
