import {
  csvFile,
  documentInput,
  elsewhere,
  elsewhereInput,
  ok,
  orderCorrection,
  orderDetail,
  orderMedsInput,
  orderPage,
  orderSearch,
  orderTotals,
  orderUnitsInput,
  orderUnitsPage,
  pdfFile,
  progress,
  progressInput,
  receiptList,
  receiveByContainer,
  receiveByProduct,
  receiveBySerial,
  received,
  scanIndex,
  undone,
  undoReceipt,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../trpc.ts'
import { closeShort, reopen, voidByMistake } from './correct.service.ts'
import { readDetail, readElsewhere, readProgress, readReceipts, readScanIndex, readTotals, readUnits, search } from './order.service.ts'
import { writeMeds } from './order-csv.service.ts'
import { streamMeds } from './order-meds.service.ts'
import { printReport } from './order-report.service.ts'
import { receiveAll, receiveContainers, receiveProducts, receiveSerials, undo } from './receive.service.ts'

export const orderRouter = router({
  readManySearch: customerProcedure('order:read')
    .input(orderSearch)
    .output(orderPage)
    .query(({ ctx, input }) => search(ctx.tx, ctx.session, input)),

  readTotals: customerProcedure('order:read')
    .input(orderSearch)
    .output(orderTotals)
    .query(({ ctx, input }) => readTotals(ctx.tx, ctx.session, input)),

  readOneById: customerProcedure('order:read')
    .input(documentInput)
    .output(orderDetail)
    .query(({ ctx, input }) => readDetail(ctx.tx, ctx.session, input.documentId)),

  readManyUnits: customerProcedure('order:read')
    .input(orderUnitsInput)
    .output(orderUnitsPage)
    .query(({ ctx, input }) => readUnits(ctx.tx, input)),

  readScanIndex: customerProcedure('order:read')
    .input(documentInput)
    .output(scanIndex)
    .query(({ ctx, input }) => readScanIndex(ctx.tx, input.documentId)),

  readProgress: customerProcedure('order:read')
    .input(progressInput)
    .output(progress)
    .query(({ ctx, input }) => readProgress(ctx.tx, input)),

  readManyReceipts: customerProcedure('order:read')
    .input(documentInput)
    .output(receiptList)
    .query(({ ctx, input }) => readReceipts(ctx.tx, ctx.session, input.documentId)),

  readElsewhere: customerProcedure('order:read')
    .input(elsewhereInput)
    .output(elsewhere)
    .query(({ ctx, input }) => readElsewhere(ctx.tx, input)),

  /** Streams: outermost units one by one, never cut unless a limit is given. */
  readAllMedsByDocumentid: allowed('order:read')
    .input(orderMedsInput)
    .query(({ ctx, input }) => streamMeds(ctx, input)),

  readOneReport: allowed('order:read')
    .input(documentInput)
    .output(pdfFile)
    .query(({ ctx, input }) => printReport(ctx, ctx.session, input.documentId)),

  readOneCsv: customerProcedure('order:read')
    .input(documentInput)
    .output(csvFile)
    .query(({ ctx, input }) => writeMeds(ctx.tx, ctx.session, input.documentId)),

  updateReceiveManyBySerialnumber: customerProcedure('order:receive')
    .input(receiveBySerial)
    .output(received)
    .mutation(({ ctx, input }) => receiveSerials(ctx.tx, ctx.session, input)),

  updateReceiveManyByEpcismedvocabularyid: customerProcedure('order:receive')
    .input(receiveByProduct)
    .output(received)
    .mutation(({ ctx, input }) => receiveProducts(ctx.tx, ctx.session, input)),

  updateReceiveManyByShippingContainerCode: customerProcedure('order:receive')
    .input(receiveByContainer)
    .output(received)
    .mutation(({ ctx, input }) => receiveContainers(ctx.tx, ctx.session, input)),

  updateReceiveAllByDocumentid: customerProcedure('order:receive')
    .input(documentInput)
    .output(received)
    .mutation(({ ctx, input }) => receiveAll(ctx.tx, ctx.session, input.documentId)),

  updateVoidOne: customerProcedure('order:correct')
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => voidByMistake(ctx.tx, ctx.session, input)),

  updateCloseOne: customerProcedure('order:correct')
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => closeShort(ctx.tx, ctx.session, input)),

  updateReopenOne: customerProcedure('order:correct')
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => reopen(ctx.tx, ctx.session, input)),

  updateUndoReceipt: customerProcedure('order:undo')
    .input(undoReceipt)
    .output(undone)
    .mutation(({ ctx, input }) => undo(ctx.tx, ctx.session, input)),
})
