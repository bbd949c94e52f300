import {
  incidentClocks,
  incidentCount,
  incidentDetail,
  incidentDraftInput,
  incidentDraftList,
  incidentDraftRef,
  incidentDraftSaved,
  incidentHistory,
  incidentMailRef,
  incidentNotice,
  incidentNoticed,
  incidentNotified,
  incidentPage,
  incidentPartners,
  incidentPath,
  incidentPreview,
  incidentPreviewed,
  incidentRef,
  incidentRegulatorMailed,
  incidentSearch,
  incidentSubmission,
  incidentSubmitted,
  incidentUpdate,
  ok,
  pdfFile,
} from '@seriatim/schema'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { readClocks, recordNotification } from './clock/incident-clock.service.ts'
import { discardDraft, readDrafts, saveDraft } from './draft/incident-draft.service.ts'
import { preview, submit } from './incident-report.service.ts'
import { recordUndelivered, resend, sendToRegulator } from './send/incident-mail.service.ts'
import { readHistory } from './tracker/incident-history.service.ts'
import {
  countWarnings,
  downloadDocument,
  notifyPartners,
  readIncidentDetail,
  readPartners,
  searchIncidents,
  terminate,
  updateField,
} from './tracker/incident-tracker.service.ts'

/** The documentation has no REST paths for these calls (P1 §7). */
export const incidentReportRouter = router({
  createOne: longMutation(
    'incident:write',
    { location: 'input', audit: { none: 'a preview only shows the form; it can be sent for an hour' } },
    incidentPreview,
    incidentPreviewed,
    preview,
  ),
  createSend: longMutation('incident:write', 'input', incidentSubmission, incidentSubmitted, submit),
  readManyBySearch: query('incident:read', 'scope', incidentSearch, incidentPage, (tx, _session, input) => searchIncidents(tx, input)),
  readOneById: query('incident:read', 'row', incidentRef, incidentDetail, (tx, session, { incidentId }) =>
    readIncidentDetail(tx, session, incidentId),
  ),
  readManyHistory: query('incident:read', 'row', incidentRef, incidentHistory, (tx, session, { incidentId }) =>
    readHistory(tx, session, incidentId),
  ),
  readManyClocks: query('incident:read', 'scope', null, incidentClocks, readClocks),
  updateNotificationById: mutation('incident:write', 'row', incidentNotified, ok, recordNotification),
  readCountByUser: query('incident:read', 'scope', null, incidentCount, countWarnings),
  updateOneById: mutation('incident:write', 'row', incidentUpdate, ok, updateField),
  updateTerminatedById: mutation('incident:write', 'row', incidentRef, ok, (tx, session, { incidentId }) =>
    terminate(tx, session, incidentId),
  ),
  downloadOneByPath: longQuery('incident:read', { location: 'row', audit: 'read' }, incidentPath, pdfFile, (ctx, session, { filepath }) =>
    downloadDocument(ctx, session, filepath),
  ),
  readManyPartners: query('incident:read', 'row', incidentRef, incidentPartners, (tx, session, { incidentId }) =>
    readPartners(tx, session, incidentId),
  ),
  createManyNotices: mutation('incident:write', 'row', incidentNotice, incidentNoticed, notifyPartners),
  sendOneAgain: mutation('incident:write', 'row', incidentMailRef, ok, (tx, session, { incidentMailId }) =>
    resend(tx, session, incidentMailId),
  ),
  updateLostById: mutation('incident:write', 'row', incidentMailRef, ok, (tx, session, { incidentMailId }) =>
    recordUndelivered(tx, session, incidentMailId),
  ),
  sendOneToRegulator: mutation('incident:write', 'row', incidentRef, incidentRegulatorMailed, (tx, session, { incidentId }) =>
    sendToRegulator(tx, session, incidentId),
  ),
  saveOneDraft: mutation(
    'incident:write',
    {
      location: 'input',
      audit: { none: 'saved at every pause in typing; the trail has the start of a draft, and edits by others once an hour' },
    },
    incidentDraftInput,
    incidentDraftSaved,
    (tx, session, input) => saveDraft(tx, session, input),
  ),
  readManyDrafts: query('incident:read', 'scope', null, incidentDraftList, readDrafts),
  deleteOneDraft: mutation('incident:write', 'row', incidentDraftRef, ok, (tx, session, { draftId }) => discardDraft(tx, session, draftId)),
})
