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
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { allowed, router } from '../../call/trpc.ts'
import { closeShort, reopen, voidByMistake } from './change/correct.service.ts'
import { streamMeds } from './change/order-meds.service.ts'
import {
  readElsewhere,
  readOrderDetail,
  readOrderTotals,
  readOrderUnits,
  readProgress,
  readReceipts,
  readScanIndex,
  searchOrderPage,
} from './order.service.ts'
import { writeMeds } from './paper/order-csv.service.ts'
import { writeOrders } from './paper/order-list-csv.service.ts'
import { printReport } from './paper/order-report.service.ts'
import { printReceivingSheet } from './paper/receiving-sheet.service.ts'
import { updatePresence } from './receive/presence.service.ts'
import { receiveAll, receiveContainers, receiveProducts, receiveSerials } from './receive/receive.service.ts'
import { takeReceiptBack } from './receive/undo.service.ts'
import { readStops, recordSentBack, recordStop } from './stop/scan-stop.service.ts'

export const orderRouter = router({
  readManySearch: query('order:read', 'scope', orderSearch, orderPage, searchOrderPage),
  readManyCsv: query('order:read', { location: 'scope', audit: 'read' }, orderSearchAll, csvFile, writeOrders),
  readTotals: query('order:read', 'scope', orderSearch, orderTotals, readOrderTotals),
  readOneById: query('order:read', 'row', documentInput, orderDetail, (tx, session, { documentId }) =>
    readOrderDetail(tx, session, documentId),
  ),
  readManyUnits: query('order:read', 'row', orderUnitsInput, orderUnitsPage, readOrderUnits),
  readScanIndex: query('order:read', 'row', documentInput, scanIndex, (tx, session, { documentId }) =>
    readScanIndex(tx, session, documentId),
  ),
  readProgress: query('order:read', 'row', progressInput, progress, readProgress),
  readManyReceipts: query('order:read', 'row', documentInput, receiptList, (tx, session, { documentId }) =>
    readReceipts(tx, session, documentId),
  ),
  readElsewhere: query('order:read', 'scope', elsewhereInput, elsewhere, (tx, _session, input) => readElsewhere(tx, input)),
  /** Streams the outermost units one by one, without truncation unless a limit is given. */
  readAllMedsByDocumentid: allowed('order:read', { location: 'row' })
    .input(orderMedsInput)
    .query(({ ctx, input }) => streamMeds(ctx, ctx.session, input)),
  readOneReport: longQuery('order:read', { location: 'row', audit: 'read' }, documentInput, pdfFile, (ctx, session, { documentId }) =>
    printReport(ctx, session, documentId),
  ),
  readOneSheet: longQuery('order:read', { location: 'row', audit: 'read' }, documentInput, pdfFile, (ctx, session, { documentId }) =>
    printReceivingSheet(ctx, session, documentId),
  ),
  readOneCsv: query('order:read', { location: 'row', audit: 'read' }, documentInput, csvFile, (tx, session, { documentId }) =>
    writeMeds(tx, session, documentId),
  ),
  /** Called by each open page every twenty seconds, to report its presence. */
  updatePresence: mutation(
    'order:read',
    { location: 'row', audit: { none: 'the call only reports that a page is open, which changes no record' } },
    presenceInput,
    presence,
    updatePresence,
  ),
  updateReceiveManyBySerialnumber: mutation('order:receive', 'row', receiveBySerial, received, receiveSerials),
  updateReceiveManyByEpcismedvocabularyid: mutation('order:receive', 'row', receiveByProduct, received, receiveProducts),
  updateReceiveManyByShippingContainerCode: mutation('order:receive', 'row', receiveByContainer, received, receiveContainers),
  updateReceiveAllByDocumentid: mutation('order:receive', 'row', receiveEverything, received, receiveAll),
  readManyStops: query('order:read', 'row', documentInput, stopList, (tx, session, { documentId }) => readStops(tx, session, documentId)),
  createOneStop: mutation('order:receive', 'row', newStop, ok, recordStop),
  updateStopSentBack: mutation('order:receive', 'row', stopSentBack, ok, recordSentBack),
  updateVoidOne: mutation('order:correct', 'row', orderCorrection, ok, voidByMistake),
  updateCloseOne: mutation('order:correct', 'row', orderCorrection, ok, closeShort),
  updateReopenOne: mutation('order:correct', 'row', orderCorrection, ok, reopen),
  updateUndoReceipt: mutation('order:undo', 'row', undoReceipt, undone, takeReceiptBack),
})
