import { ok, stopDecision } from '@seriatim/schema'
import { mutation } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { decidePartnerStop } from './partner-decision.service.ts'

/**
 * The call with which a user decides what happens to the goods of an unauthorized partner. It is part of the `tradingPartner` router, but belongs to
 * the order domain.
 */
export const partnerDecisionRouter = router({
  createOneStop: mutation('order:receive', 'row', stopDecision, ok, decidePartnerStop),
})
