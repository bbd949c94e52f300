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
  shipmentReport,
} from '@seriatim/schema'
import { longQuery, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { readExceptions, readIncidents, readPedigrees, readRecalls, readReceiving, readShipments } from './report.service.ts'
import { printPdf, writeReportCsv } from './report-file.service.ts'

export const reportRouter = router({
  readReceiving: query('report:read', 'scope', reportRange, receivingReport, (tx, session, input) =>
    readReceiving(tx, session, input, REPORT_ROWS),
  ),
  readPedigrees: query('report:read', 'scope', reportRange, pedigreeReport, readPedigrees),
  readIncidents: query('report:read', 'scope', reportRange, incidentSummary, (tx, session, input) =>
    readIncidents(tx, session, input, REPORT_ROWS),
  ),
  readRecalls: query('report:read', 'scope', reportRange, recallReport, (tx, session, input) =>
    readRecalls(tx, session, input, REPORT_ROWS),
  ),
  readExceptions: query('report:read', 'scope', reportRange, exceptionReport, (tx, session, input) =>
    readExceptions(tx, session, input, REPORT_ROWS),
  ),
  readShipments: query('report:read', 'scope', reportRange, shipmentReport, (tx, session, input) =>
    readShipments(tx, session, input, REPORT_ROWS),
  ),
  readOneCsv: query('report:read', { location: 'scope', audit: 'read' }, reportFileInput, csvFile, writeReportCsv),
  readOnePdf: longQuery('report:read', { location: 'scope', audit: 'read' }, reportFileInput, pdfFile, printPdf),
})
