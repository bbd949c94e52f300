import {
  activeRecalledMedCount,
  csvFile,
  id,
  ok,
  pdfFile,
  recallActiveInput,
  recallActiveOfCodesInput,
  recallAffected,
  recallAffectedPage,
  recallAffectedQuery,
  recallCodesInput,
  recallCount,
  recallDismissed,
  recallDismissing,
  recallEntries,
  recallEntry,
  recalledLines,
  recallHeld,
  recallHolding,
  recallHome,
  recallHomeQuery,
  recallInput,
  recallMedInput,
  recallOrderInput,
  recallSearch,
  recallStanding,
  recallStory,
  recallsFound,
  recallToggle,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { dismiss, holdAffected, toggleDismissal } from './dismiss/dismissal.service.ts'
import { printResponse, writeCsv } from './load/recall-file.service.ts'
import {
  countSearch,
  readActive,
  readActiveCount,
  readActivePage,
  readByCodes,
  readHome,
  readRecallById,
  readStanding,
  readStory,
  search,
  see,
} from './recall.service.ts'
import { readRecalledLines, readRecallsOfMed } from './stop/order-recall.service.ts'

const reading = customerProcedure('recall:read', { location: 'scope' })

/** Under /nrac over REST. */
export const recallRouter = router({
  readStanding: reading.output(recallStanding).query(({ ctx }) => readStanding(ctx.tx, ctx.session)),

  readManyHome: reading
    .input(recallHomeQuery)
    .output(recallHome)
    .query(({ ctx, input }) => readHome(ctx.tx, ctx.session, input)),

  readOneActiverecalledmedcountByUserid: reading.output(activeRecalledMedCount).query(({ ctx }) => readActiveCount(ctx.tx, ctx.session)),

  readManySearch: reading
    .input(recallSearch)
    .output(recallsFound)
    .query(({ ctx, input }) => search(ctx.tx, ctx.session, input)),

  readManySearchcount: reading
    .input(recallSearch)
    .output(recallCount)
    .query(({ ctx, input }) => countSearch(ctx.tx, ctx.session, input)),

  readOneById: reading
    .input(recallInput)
    .output(recallEntry)
    .query(({ ctx, input }) => readRecallById(ctx.tx, ctx.session, input.recallId)),

  readAllByRecallcodeids: reading
    .input(recallCodesInput)
    .output(recallEntries)
    .query(({ ctx, input }) => readByCodes(ctx.tx, ctx.session, input.recallCodeIds)),

  /** For the page, in pages; the documented calls answer everything. */
  readManyAffected: reading
    .input(recallAffectedQuery)
    .output(recallAffectedPage)
    .query(({ ctx, input }) => readActivePage(ctx.tx, ctx.session, input)),

  readAllActiverecallsByRecallid: reading
    .input(recallActiveInput)
    .output(recallAffected)
    .query(({ ctx, input }) => readActive(ctx.tx, ctx.session, input)),

  readAllActiverecallsByRecallcodeids: reading
    .input(recallActiveOfCodesInput)
    .output(recallAffected)
    .query(({ ctx, input }) => readActive(ctx.tx, ctx.session, input)),

  readOneStory: reading
    .input(recallInput)
    .output(recallStory)
    .query(({ ctx, input }) => readStory(ctx.tx, ctx.session, input.recallId)),

  readManyByDocumentid: reading
    .input(recallOrderInput)
    .output(recalledLines)
    .query(({ ctx, input }) => readRecalledLines(ctx.tx, ctx.session, input.documentId)),

  readManyByMedid: reading
    .input(recallMedInput)
    .output(recalledLines)
    .query(({ ctx, input }) => readRecallsOfMed(ctx.tx, ctx.session, input.medId)),

  readOneCsv: customerProcedure('recall:read', { location: 'scope', audit: 'read' })
    .input(recallInput.extend({ epcisEventId: id.optional() }))
    .output(csvFile)
    .query(({ ctx, input }) => writeCsv(ctx.tx, ctx.session, input)),

  readOneResponse: allowed('recall:read', { location: 'scope', audit: 'read' })
    .input(recallInput)
    .output(pdfFile)
    .query(({ ctx, input }) => printResponse(ctx, ctx.session, input.recallId)),

  createOneDismissedrecall: customerProcedure('recall:dismiss', { location: 'row' })
    .input(recallDismissing)
    .output(recallDismissed)
    .mutation(({ ctx, input }) => dismiss(ctx.tx, ctx.session, input)),

  updateOneToggledismissedrecall: customerProcedure('recall:dismiss', { location: 'row' })
    .input(recallToggle)
    .output(recallDismissed)
    .mutation(({ ctx, input }) => toggleDismissal(ctx.tx, ctx.session, input)),

  updateOneHold: customerProcedure('recall:dismiss', { location: 'row' })
    .input(recallHolding)
    .output(recallHeld)
    .mutation(({ ctx, input }) => holdAffected(ctx.tx, ctx.session, input)),

  updateOneSeen: customerProcedure('recall:read', { location: 'scope', audit: { none: 'opening a page changes nothing that counts' } })
    .input(recallInput)
    .output(ok)
    .mutation(({ ctx, input }) => see(ctx.tx, ctx.session, input.recallId)),
})
