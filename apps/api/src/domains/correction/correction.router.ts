import {
  correction,
  correctionInput,
  correctionKeeping,
  correctionReplacing,
  correctionUnits,
  correctionUnitsInput,
  ok,
  settleDiffering,
  uploadInput,
} from '@seriatim/schema'
import { customerProcedure, router } from '../../call/trpc.ts'
import { keepFirst, readCorrection, readUnits, replaceByCorrected, undoReplacement } from './correction.service.ts'
import { settle, stopUpload } from './upload-decision.service.ts'

/** Called as `documentException.…`: corrected files and the orders that they replace. */
export const correctionRouter = router({
  readOneCorrection: customerProcedure('exception:read', { location: 'row' })
    .input(correctionInput)
    .output(correction)
    .query(({ ctx, input }) => readCorrection(ctx.tx, ctx.session, input.correctionId)),

  readManyUnits: customerProcedure('exception:read', { location: 'row' })
    .input(correctionUnitsInput)
    .output(correctionUnits)
    .query(({ ctx, input }) => readUnits(ctx.tx, ctx.session, input)),

  updateReplace: customerProcedure('order:settle', { location: 'row' })
    .input(correctionReplacing)
    .output(ok)
    .mutation(({ ctx, input }) => replaceByCorrected(ctx.tx, ctx.session, input)),

  updateKeepFirst: customerProcedure('order:settle', { location: 'row' })
    .input(correctionKeeping)
    .output(ok)
    .mutation(({ ctx, input }) => keepFirst(ctx.tx, ctx.session, input)),

  updateUndoReplace: customerProcedure('order:settle', { location: 'row' })
    .input(correctionInput)
    .output(ok)
    .mutation(({ ctx, input }) => undoReplacement(ctx.tx, ctx.session, input)),
})

/** Called as `file.…`: decisions about an upload that may correct an earlier file. */
export const uploadDecisionRouter = router({
  stopOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(ok)
    .mutation(({ ctx, input }) => stopUpload(ctx.tx, ctx.session, input.uploadId)),

  settleOneUpload: customerProcedure('order:settle', { location: 'row' })
    .input(settleDiffering)
    .output(ok)
    .mutation(({ ctx, input }) => settle(ctx.tx, ctx.session, input)),
})
