import {
  investigationDetail,
  investigationEnd,
  investigationMore,
  investigationOpened,
  investigationOpening,
  investigationPage,
  investigationRef,
  investigationReported,
  investigationSearch,
  newFinding,
  ok,
  pdfFile,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { addFinding, addHolds, clear, findIllegitimate, open } from './investigation.service.ts'
import { printRecord, readDetail, search } from './investigation-read.service.ts'
import { continueReport } from './investigation-report.service.ts'

/** What stands between quarantine and Form 3911. No REST paths are documented for it. */
export const investigationRouter = router({
  createOne: customerProcedure('incident:write', { location: 'row' })
    .input(investigationOpening)
    .output(investigationOpened)
    .mutation(({ ctx, input }) => open(ctx.tx, ctx.session, input)),

  createManyHolds: customerProcedure('incident:write', { location: 'row' })
    .input(investigationMore)
    .output(ok)
    .mutation(({ ctx, input }) => addHolds(ctx.tx, ctx.session, input)),

  createOneFinding: customerProcedure('incident:write', { location: 'row' })
    .input(newFinding)
    .output(ok)
    .mutation(({ ctx, input }) => addFinding(ctx.tx, ctx.session, input)),

  updateCleared: customerProcedure('hold:release', { location: 'row' })
    .input(investigationEnd)
    .output(ok)
    .mutation(({ ctx, input }) => clear(ctx.tx, ctx.session, input)),

  updateIllegitimate: customerProcedure('incident:write', { location: 'row' })
    .input(investigationEnd)
    .output(investigationReported)
    .mutation(({ ctx, input }) => findIllegitimate(ctx.tx, ctx.session, input)),

  createOneReport: customerProcedure('incident:write', { location: 'row' })
    .input(investigationRef)
    .output(investigationReported)
    .mutation(({ ctx, input }) => continueReport(ctx.tx, ctx.session, input.investigationId)),

  readManySearch: customerProcedure('incident:read', { location: 'scope' })
    .input(investigationSearch)
    .output(investigationPage)
    .query(({ ctx, input }) => search(ctx.tx, input)),

  readOneById: customerProcedure('incident:read', { location: 'row' })
    .input(investigationRef)
    .output(investigationDetail)
    .query(({ ctx, input }) => readDetail(ctx.tx, ctx.session, input.investigationId)),

  readOnePdf: allowed('incident:read', { location: 'row', audit: 'read' })
    .input(investigationRef)
    .output(pdfFile)
    .query(({ ctx, input }) => printRecord(ctx, ctx.session, input.investigationId)),
})
