import {
  csvFile,
  exceptionReport,
  incidentSummary,
  pdfFile,
  pedigreeReport,
  REPORT_ROWS,
  recallReport,
  receivingReport,
  reportFileInput,
  reportRange,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { readExceptions, readIncidents, readPedigrees, readRecalls, readReceiving } from './report.service.ts'
import { printPdf, writeCsv } from './report-file.service.ts'

export const reportRouter = router({
  readReceiving: customerProcedure('report:read', { location: 'scope' })
    .input(reportRange)
    .output(receivingReport)
    .query(({ ctx, input }) => readReceiving(ctx.tx, ctx.session, input, REPORT_ROWS)),

  readPedigrees: customerProcedure('report:read', { location: 'scope' })
    .input(reportRange)
    .output(pedigreeReport)
    .query(({ ctx, input }) => readPedigrees(ctx.tx, ctx.session, input)),

  readIncidents: customerProcedure('report:read', { location: 'scope' })
    .input(reportRange)
    .output(incidentSummary)
    .query(({ ctx, input }) => readIncidents(ctx.tx, ctx.session, input, REPORT_ROWS)),

  readRecalls: customerProcedure('report:read', { location: 'scope' })
    .input(reportRange)
    .output(recallReport)
    .query(({ ctx, input }) => readRecalls(ctx.tx, ctx.session, input, REPORT_ROWS)),

  readExceptions: customerProcedure('report:read', { location: 'scope' })
    .input(reportRange)
    .output(exceptionReport)
    .query(({ ctx, input }) => readExceptions(ctx.tx, ctx.session, input, REPORT_ROWS)),

  readOneCsv: customerProcedure('report:read', { location: 'scope', audit: 'read' })
    .input(reportFileInput)
    .output(csvFile)
    .query(({ ctx, input }) => writeCsv(ctx.tx, ctx.session, input)),

  readOnePdf: allowed('report:read', { location: 'scope', audit: 'read' })
    .input(reportFileInput)
    .output(pdfFile)
    .query(({ ctx, input }) => printPdf(ctx, ctx.session, input)),
})
