import { ok, stopDecision } from '@seriatim/schema'
import { mutation } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { decidePartnerStop } from './partner-decision.service.ts'

/** Called as `tradingPartner.…`: what happens to the goods of a partner that may not sell them. */
export const partnerDecisionRouter = router({
  createOneStop: mutation('order:receive', 'row', stopDecision, ok, decidePartnerStop),
})
