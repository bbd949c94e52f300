import { finderHits, finderInput } from '@seriatim/schema'
import { customerProcedure, router } from '../../call/trpc.ts'
import { findAnything } from './finder.service.ts'

export const finderRouter = router({
  readManyByText: customerProcedure('med:read', { location: 'scope' })
    .input(finderInput)
    .output(finderHits)
    .query(({ ctx, input }) => findAnything(ctx.tx, input.text)),
})
