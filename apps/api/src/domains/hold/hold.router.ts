import { holdDisposal, holdPage, holdPlaced, holdPlacing, holdQuery, holdRef, holdRelease, ok, pdfFile } from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { dispose } from './disposal.service.ts'
import { placeHold, readHolds, release } from './hold.service.ts'
import { printLabel } from './hold-label.service.ts'

/** Called as `med.…`: a hold is placed on a med, a package or an order of them. */
export const holdRouter = router({
  createOneHold: customerProcedure('hold:place', { location: 'row' })
    .input(holdPlacing)
    .output(holdPlaced)
    .mutation(({ ctx, input }) => placeHold(ctx.tx, ctx.session, input)),

  updateReleaseHold: customerProcedure('hold:release', { location: 'row' })
    .input(holdRelease)
    .output(ok)
    .mutation(({ ctx, input }) => release(ctx.tx, ctx.session, input)),

  updateDisposedHold: customerProcedure('hold:release', { location: 'row' })
    .input(holdDisposal)
    .output(ok)
    .mutation(({ ctx, input }) => dispose(ctx.tx, ctx.session, input)),

  readManyHolds: customerProcedure('med:read', { location: 'scope' })
    .input(holdQuery)
    .output(holdPage)
    .query(({ ctx, input }) => readHolds(ctx.tx, ctx.session, input)),

  readOneHoldLabel: allowed('med:read', { location: 'row', audit: 'read' })
    .input(holdRef)
    .output(pdfFile)
    .query(({ ctx, input }) => printLabel(ctx, ctx.session, input.holdId)),
})
