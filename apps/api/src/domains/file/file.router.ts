import {
  attachmentDeleted,
  attachmentDeletion,
  attachmentFile,
  attachmentInput,
  attachmentTaken,
  documentInput,
  epcisDocumentFile,
  ok,
  packetsArrived,
  packetsInput,
  settleDiffering,
  storedAttachment,
  storedUpload,
  uploadDetail,
  uploadInput,
  uploadList,
  uploadOutcome,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../trpc.ts'
import { attach, attachmentScope, deleteAttachment, readAttachment } from './attachment.service.ts'
import { readDocument, readUpload, readUploads, retryUpload, settle, stopUpload, takeOrder } from './order-file.service.ts'
import { readPackets } from './packet.service.ts'

export const fileRouter = router({
  uploadOrder: allowed('order:upload', { location: 'none' })
    .input(storedUpload)
    .output(uploadOutcome)
    .mutation(({ ctx, input }) => takeOrder(ctx, ctx.session, input)),

  downloadEpcisdoc: customerProcedure('order:read', { location: 'row', audit: 'read' })
    .input(documentInput)
    .output(epcisDocumentFile)
    .query(({ ctx, input }) => readDocument(ctx.tx, ctx.session, input.documentId)),

  uploadMedattachment: customerProcedure('med:write', { location: 'row' })
    .input(storedAttachment)
    .output(attachmentTaken)
    .mutation(({ ctx, input }) => attach(ctx.tx, ctx.session, ctx, input)),

  downloadMedattachment: customerProcedure('med:read', { location: 'row', audit: 'read' })
    .input(attachmentInput)
    .output(attachmentFile)
    .query(({ ctx, input }) => readAttachment(ctx.tx, ctx.session, input.attachmentId)),

  deleteOneMedattachment: customerProcedure('med:write', { location: 'row' })
    .input(attachmentDeletion)
    .output(attachmentDeleted)
    .mutation(({ ctx, input }) => deleteAttachment(ctx.tx, ctx.session, input)),

  readManyPackets: customerProcedure('med:write', { location: 'none' })
    .input(packetsInput)
    .output(packetsArrived)
    .query(({ ctx, input }) => readPackets(ctx.tx, ctx.session, { ...input, scope: attachmentScope(input.medId) })),

  readManyUploads: customerProcedure('order:upload', { location: 'scope' })
    .output(uploadList)
    .query(({ ctx }) => readUploads(ctx.tx, ctx.session)),

  readOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(uploadDetail)
    .query(({ ctx, input }) => readUpload(ctx.tx, ctx.session, input.uploadId)),

  stopOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(ok)
    .mutation(({ ctx, input }) => stopUpload(ctx.tx, ctx.session, input.uploadId)),

  retryOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(ok)
    .mutation(({ ctx, input }) => retryUpload(ctx.tx, ctx.session, input.uploadId)),

  settleOneUpload: customerProcedure('order:settle', { location: 'row' })
    .input(settleDiffering)
    .output(ok)
    .mutation(({ ctx, input }) => settle(ctx.tx, ctx.session, input)),
})
