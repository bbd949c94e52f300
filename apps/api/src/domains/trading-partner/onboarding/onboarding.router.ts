import { glnMail, partnerInput, toldConfirmation, toldGln, toldOtherwise } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { confirmTold, mailGlns, noteTold, readTold } from './onboarding.service.ts'

/** Called as `tradingPartner.…`: what a partner knows of us. */
export const onboardingRouter = router({
  readManyTold: customerProcedure('partner:read', { location: 'row' })
    .input(partnerInput)
    .output(z.array(toldGln))
    .query(({ ctx, input }) => readTold(ctx.tx, ctx.session, input.id)),

  createOneGlnMail: customerProcedure('partner:write', { location: 'row' })
    .input(glnMail)
    .output(z.array(toldGln))
    .mutation(({ ctx, input }) => mailGlns(ctx.tx, ctx.session, input)),

  createManyTold: customerProcedure('partner:write', { location: 'row' })
    .input(toldOtherwise)
    .output(z.array(toldGln))
    .mutation(({ ctx, input }) => noteTold(ctx.tx, ctx.session, input)),

  updateConfirmTold: customerProcedure('partner:write', { location: 'row' })
    .input(toldConfirmation)
    .output(z.array(toldGln))
    .mutation(({ ctx, input }) => confirmTold(ctx.tx, ctx.session, input)),
})
