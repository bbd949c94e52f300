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
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { allowed, router, takesFile } from '../../call/trpc.ts'
import { listDemoProducts, makeDemoFile } from './demo-file.service.ts'
import { uploadSample } from './sample.service.ts'
import { readDocumentFile, readUpload, readUploads, retryUpload } from './upload.service.ts'
import { acceptOrderFile } from './upload-file.service.ts'

/** Procedures for uploads. Their paths begin with `file.…`, as the API documentation promises. */
export const uploadRouter = router({
  uploadOrder: allowed('order:upload', { location: 'none' })
    .use(takesFile)
    .input(storedUpload)
    .output(uploadAnswer)
    .mutation(({ ctx, input }) => acceptOrderFile(ctx, ctx.session, input)),
  downloadEpcisdoc: query(
    'order:read',
    { location: 'row', audit: 'read' },
    documentInput,
    epcisDocumentFile,
    (tx, session, { documentId }) => readDocumentFile(tx, session, documentId),
  ),
  readManyUploads: query('order:upload', 'scope', null, uploadList, readUploads),
  readOneUpload: query('order:upload', 'row', uploadInput, uploadDetail, (tx, session, { uploadId }) => readUpload(tx, session, uploadId)),
  retryOneUpload: mutation('order:upload', 'row', uploadInput, ok, (tx, session, { uploadId }) => retryUpload(tx, session, uploadId)),
})

/** Calls that make documents for trying out the product. They are served under `order.…`, where the documentation lists them. */
export const demoRouter = router({
  readDemoProducts: longQuery('order:upload', 'none', null, demoProducts, listDemoProducts),
  createOneDemoepcisfile: longMutation(
    'order:upload',
    { location: 'input', audit: { none: 'fictitious goods, nothing is stored' } },
    demoFileInput,
    demoFile,
    makeDemoFile,
  ),
  createOneSampleOrder: longMutation('order:upload', 'none', null, sampleOrder, uploadSample),
})
