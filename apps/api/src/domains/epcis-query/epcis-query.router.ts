import { eventPage, eventQuery } from '@seriatim/schema'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { queryEvents } from './epcis-query.service.ts'

/** Events of the customer's documents for programs. `http/epcis` serves it as GS1's interface. */
export const epcisQueryRouter = router({
  readMany: query('order:read', 'scope', eventQuery, eventPage, queryEvents),
})
