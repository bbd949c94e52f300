import { ok, stopDecision } from '@seriatim/schema'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { decideStop } from './partner-decision.service.ts'

/** Called as `tradingPartner.…`: what happens to the goods of a partner that may not sell them. */
export const partnerDecisionRouter = router({
  createOneStop: customerProcedure('order:receive', { location: 'row' })
    .input(stopDecision)
    .output(ok)
    .mutation(({ ctx, input }) => decideStop(ctx.tx, ctx.session, input)),
})
