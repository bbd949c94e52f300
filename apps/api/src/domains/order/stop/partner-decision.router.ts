import { ok, stopDecision } from '@seriatim/schema'
import { mutation } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { decidePartnerStop } from './partner-decision.service.ts'

/** A call named `tradingPartner.…`, with which a user decides what happens to the goods of an unauthorized partner. */
export const partnerDecisionRouter = router({
  createOneStop: mutation('order:receive', 'row', stopDecision, ok, decidePartnerStop),
})
