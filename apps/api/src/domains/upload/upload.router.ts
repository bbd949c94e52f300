import {
  demoFile,
  demoFileInput,
  demoProducts,
  documentInput,
  epcisDocumentFile,
  ok,
  sampleOrder,
  storedUpload,
  uploadAnswer,
  uploadDetail,
  uploadInput,
  uploadList,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { listDemoProducts, makeDemoFile } from './demo-file.service.ts'
import { uploadSample } from './sample.service.ts'
import { readDocumentFile, readUpload, readUploads, retryUpload } from './upload.service.ts'
import { takeOrder } from './upload-file.service.ts'

/** Called as `file.…`, as its documented paths are. */
export const uploadRouter = router({
  uploadOrder: allowed('order:upload', { location: 'none' })
    .input(storedUpload)
    .output(uploadAnswer)
    .mutation(({ ctx, input }) => takeOrder(ctx, ctx.session, input)),

  downloadEpcisdoc: customerProcedure('order:read', { location: 'row', audit: 'read' })
    .input(documentInput)
    .output(epcisDocumentFile)
    .query(({ ctx, input }) => readDocumentFile(ctx.tx, ctx.session, input.documentId)),

  readManyUploads: customerProcedure('order:upload', { location: 'scope' })
    .output(uploadList)
    .query(({ ctx }) => readUploads(ctx.tx, ctx.session)),

  readOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(uploadDetail)
    .query(({ ctx, input }) => readUpload(ctx.tx, ctx.session, input.uploadId)),

  retryOneUpload: customerProcedure('order:upload', { location: 'row' })
    .input(uploadInput)
    .output(ok)
    .mutation(({ ctx, input }) => retryUpload(ctx.tx, ctx.session, input.uploadId)),
})

/** Documents to try the product with. Called as `order.…`, as the documented path is. */
export const demoRouter = router({
  readDemoProducts: allowed('order:upload', { location: 'none' })
    .output(demoProducts)
    .query(({ ctx }) => listDemoProducts(ctx)),

  createOneDemoepcisfile: allowed('order:upload', { location: 'input', audit: { none: 'invented goods, nothing is stored' } })
    .input(demoFileInput)
    .output(demoFile)
    .mutation(({ ctx, input }) => makeDemoFile(ctx, ctx.session, input)),

  createOneSampleOrder: allowed('order:upload', { location: 'none' })
    .output(sampleOrder)
    .mutation(({ ctx }) => uploadSample(ctx, ctx.session)),
})
