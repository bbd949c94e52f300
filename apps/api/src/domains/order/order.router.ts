import {
  csvFile,
  documentInput,
  elsewhere,
  elsewhereInput,
  newStop,
  ok,
  orderCorrection,
  orderDetail,
  orderMedsInput,
  orderPage,
  orderSearch,
  orderSearchAll,
  orderTotals,
  orderUnitsInput,
  orderUnitsPage,
  pdfFile,
  presence,
  presenceInput,
  progress,
  progressInput,
  receiptList,
  receiveByContainer,
  receiveByProduct,
  receiveBySerial,
  received,
  receiveEverything,
  scanIndex,
  stopList,
  stopSentBack,
  undone,
  undoReceipt,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { closeShort, reopen, voidByMistake } from './change/correct.service.ts'
import { streamMeds } from './change/order-meds.service.ts'
import { readDetail, readElsewhere, readProgress, readReceipts, readScanIndex, readTotals, readUnits, search } from './order.service.ts'
import { writeMeds } from './paper/order-csv.service.ts'
import { writeOrders } from './paper/order-list-csv.service.ts'
import { printReport } from './paper/order-report.service.ts'
import { printReceivingSheet } from './paper/receiving-sheet.service.ts'
import { updatePresence } from './receive/presence.service.ts'
import { receiveAll, receiveContainers, receiveProducts, receiveSerials } from './receive/receive.service.ts'
import { undo } from './receive/undo.service.ts'
import { readStops, recordSentBack, recordStop } from './stop/scan-stop.service.ts'

export const orderRouter = router({
  readManySearch: customerProcedure('order:read', { location: 'scope' })
    .input(orderSearch)
    .output(orderPage)
    .query(({ ctx, input }) => search(ctx.tx, ctx.session, input)),

  readManyCsv: customerProcedure('order:read', { location: 'scope', audit: 'read' })
    .input(orderSearchAll)
    .output(csvFile)
    .query(({ ctx, input }) => writeOrders(ctx.tx, ctx.session, input)),

  readTotals: customerProcedure('order:read', { location: 'scope' })
    .input(orderSearch)
    .output(orderTotals)
    .query(({ ctx, input }) => readTotals(ctx.tx, ctx.session, input)),

  readOneById: customerProcedure('order:read', { location: 'row' })
    .input(documentInput)
    .output(orderDetail)
    .query(({ ctx, input }) => readDetail(ctx.tx, ctx.session, input.documentId)),

  readManyUnits: customerProcedure('order:read', { location: 'row' })
    .input(orderUnitsInput)
    .output(orderUnitsPage)
    .query(({ ctx, input }) => readUnits(ctx.tx, ctx.session, input)),

  readScanIndex: customerProcedure('order:read', { location: 'row' })
    .input(documentInput)
    .output(scanIndex)
    .query(({ ctx, input }) => readScanIndex(ctx.tx, ctx.session, input.documentId)),

  readProgress: customerProcedure('order:read', { location: 'row' })
    .input(progressInput)
    .output(progress)
    .query(({ ctx, input }) => readProgress(ctx.tx, ctx.session, input)),

  readManyReceipts: customerProcedure('order:read', { location: 'row' })
    .input(documentInput)
    .output(receiptList)
    .query(({ ctx, input }) => readReceipts(ctx.tx, ctx.session, input.documentId)),

  readElsewhere: customerProcedure('order:read', { location: 'scope' })
    .input(elsewhereInput)
    .output(elsewhere)
    .query(({ ctx, input }) => readElsewhere(ctx.tx, input)),

  /** Streams: outermost units one by one, never cut unless a limit is given. */
  readAllMedsByDocumentid: allowed('order:read', { location: 'row' })
    .input(orderMedsInput)
    .query(({ ctx, input }) => streamMeds(ctx, ctx.session, input)),

  readOneReport: allowed('order:read', { location: 'row', audit: 'read' })
    .input(documentInput)
    .output(pdfFile)
    .query(({ ctx, input }) => printReport(ctx, ctx.session, input.documentId)),

  readOneSheet: allowed('order:read', { location: 'row', audit: 'read' })
    .input(documentInput)
    .output(pdfFile)
    .query(({ ctx, input }) => printReceivingSheet(ctx, ctx.session, input.documentId)),

  readOneCsv: customerProcedure('order:read', { location: 'row', audit: 'read' })
    .input(documentInput)
    .output(csvFile)
    .query(({ ctx, input }) => writeMeds(ctx.tx, ctx.session, input.documentId)),

  /** Every twenty seconds of a page that is open. */
  updatePresence: customerProcedure('order:read', { location: 'row', audit: { none: 'who has a page open changes no record' } })
    .input(presenceInput)
    .output(presence)
    .mutation(({ ctx, input }) => updatePresence(ctx.tx, ctx.session, input)),

  updateReceiveManyBySerialnumber: customerProcedure('order:receive', { location: 'row' })
    .input(receiveBySerial)
    .output(received)
    .mutation(({ ctx, input }) => receiveSerials(ctx.tx, ctx.session, input)),

  updateReceiveManyByEpcismedvocabularyid: customerProcedure('order:receive', { location: 'row' })
    .input(receiveByProduct)
    .output(received)
    .mutation(({ ctx, input }) => receiveProducts(ctx.tx, ctx.session, input)),

  updateReceiveManyByShippingContainerCode: customerProcedure('order:receive', { location: 'row' })
    .input(receiveByContainer)
    .output(received)
    .mutation(({ ctx, input }) => receiveContainers(ctx.tx, ctx.session, input)),

  updateReceiveAllByDocumentid: customerProcedure('order:receive', { location: 'row' })
    .input(receiveEverything)
    .output(received)
    .mutation(({ ctx, input }) => receiveAll(ctx.tx, ctx.session, input)),

  readManyStops: customerProcedure('order:read', { location: 'row' })
    .input(documentInput)
    .output(stopList)
    .query(({ ctx, input }) => readStops(ctx.tx, ctx.session, input.documentId)),

  createOneStop: customerProcedure('order:receive', { location: 'row' })
    .input(newStop)
    .output(ok)
    .mutation(({ ctx, input }) => recordStop(ctx.tx, ctx.session, input)),

  updateStopSentBack: customerProcedure('order:receive', { location: 'row' })
    .input(stopSentBack)
    .output(ok)
    .mutation(({ ctx, input }) => recordSentBack(ctx.tx, ctx.session, input)),

  updateVoidOne: customerProcedure('order:correct', { location: 'row' })
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => voidByMistake(ctx.tx, ctx.session, input)),

  updateCloseOne: customerProcedure('order:correct', { location: 'row' })
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => closeShort(ctx.tx, ctx.session, input)),

  updateReopenOne: customerProcedure('order:correct', { location: 'row' })
    .input(orderCorrection)
    .output(ok)
    .mutation(({ ctx, input }) => reopen(ctx.tx, ctx.session, input)),

  updateUndoReceipt: customerProcedure('order:undo', { location: 'row' })
    .input(undoReceipt)
    .output(undone)
    .mutation(({ ctx, input }) => undo(ctx.tx, ctx.session, input)),
})
