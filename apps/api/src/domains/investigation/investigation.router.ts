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
import { addFinding, addHolds, clear, findIllegitimate, open } from './investigation.service.ts'
import { printRecord, readDetail, search } from './investigation-read.service.ts'
import { continueReport } from './investigation-report.service.ts'

/** What stands between quarantine and Form 3911. No REST paths are documented for it. */
export const investigationRouter = router({
  createOne: mutation('incident:write', 'row', investigationOpening, investigationOpened, open),
  createManyHolds: mutation('incident:write', 'row', investigationMore, ok, addHolds),
  createOneFinding: mutation('incident:write', 'row', newFinding, ok, addFinding),
  updateCleared: mutation('hold:release', 'row', investigationEnd, ok, clear),
  updateIllegitimate: mutation('incident:write', 'row', investigationEnd, investigationReported, findIllegitimate),
  createOneReport: mutation('incident:write', 'row', investigationRef, investigationReported, (tx, session, { investigationId }) =>
    continueReport(tx, session, investigationId),
  ),
  readManySearch: query('incident:read', 'scope', investigationSearch, investigationPage, (tx, _session, input) => search(tx, input)),
  readOneById: query('incident:read', 'row', investigationRef, investigationDetail, (tx, session, { investigationId }) =>
    readDetail(tx, session, investigationId),
  ),
  readOnePdf: longQuery(
    'incident:read',
    { location: 'row', audit: 'read' },
    investigationRef,
    pdfFile,
    (ctx, session, { investigationId }) => printRecord(ctx, session, investigationId),
  ),
})
