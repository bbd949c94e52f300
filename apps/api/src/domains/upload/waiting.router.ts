import { glnWaiting, glnWaitingInput, missingGln } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../call/trpc.ts'
import { readMissingGlns, readWaiting } from './waiting.service.ts'

/** Called as `gln.…`: GLNs that uploaded documents name, and uploads that wait for one. */
export const waitingRouter = router({
  readManyMissing: customerProcedure('gln:write', { location: 'scope' })
    .output(z.array(missingGln))
    .query(({ ctx }) => readMissingGlns(ctx.tx, ctx.session)),

  readOneWaiting: customerProcedure('gln:write', { location: 'input' })
    .input(glnWaitingInput)
    .output(glnWaiting)
    .query(({ ctx, input }) => readWaiting(ctx.tx, ctx.session, input)),
})
