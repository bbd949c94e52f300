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
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { addFinding, addHolds, clearProduct, findIllegitimate, openInvestigation } from './investigation.service.ts'
import { printRecord, readInvestigationDetail, searchInvestigationPage } from './investigation-read.service.ts'
import { continueReport } from './investigation-report.service.ts'

/** Covers the steps between quarantine and Form 3911. No REST paths are documented for them. */
export const investigationRouter = router({
  createOne: mutation('incident:write', 'row', investigationOpening, investigationOpened, openInvestigation),
  createManyHolds: mutation('incident:write', 'row', investigationMore, ok, addHolds),
  createOneFinding: mutation('incident:write', 'row', newFinding, ok, addFinding),
  updateCleared: mutation('hold:release', 'row', investigationEnd, ok, clearProduct),
  updateIllegitimate: mutation('incident:write', 'row', investigationEnd, investigationReported, findIllegitimate),
  createOneReport: mutation('incident:write', 'row', investigationRef, investigationReported, (tx, session, { investigationId }) =>
    continueReport(tx, session, investigationId),
  ),
  readManySearch: query('incident:read', 'scope', investigationSearch, investigationPage, (tx, _session, input) =>
    searchInvestigationPage(tx, input),
  ),
  readOneById: query('incident:read', 'row', investigationRef, investigationDetail, (tx, session, { investigationId }) =>
    readInvestigationDetail(tx, session, investigationId),
  ),
  readOnePdf: longQuery(
    'incident:read',
    { location: 'row', audit: 'read' },
    investigationRef,
    pdfFile,
    (ctx, session, { investigationId }) => printRecord(ctx, session, investigationId),
  ),
})
