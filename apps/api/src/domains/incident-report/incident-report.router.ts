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
  incidentTold,
  incidentUpdate,
  ok,
  pdfFile,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { readClocks, stateTold } from './clock/incident-clock.service.ts'
import { dropDraft, readDrafts, saveDraft } from './draft/incident-draft.service.ts'
import { preview, submit } from './incident-report.service.ts'
import { resend, sendToRegulator, stateLost } from './send/incident-mail.service.ts'
import { readHistory } from './tracker/incident-history.service.ts'
import {
  countWarnings,
  download,
  notifyPartners,
  readDetail,
  readPartners,
  search,
  terminate,
  updateField,
} from './tracker/incident-tracker.service.ts'

/** No REST paths are documented for these (P1 §7). */
export const incidentReportRouter = router({
  createOne: allowed('incident:write', {
    location: 'input',
    audit: { none: 'a preview is looked at; it is gone in an hour unless it is sent' },
  })
    .input(incidentPreview)
    .output(incidentPreviewed)
    .mutation(({ ctx, input }) => preview(ctx, ctx.session, input)),

  createSend: allowed('incident:write', { location: 'input' })
    .input(incidentSubmission)
    .output(incidentSubmitted)
    .mutation(({ ctx, input }) => submit(ctx, ctx.session, input)),

  readManyBySearch: customerProcedure('incident:read', { location: 'scope' })
    .input(incidentSearch)
    .output(incidentPage)
    .query(({ ctx, input }) => search(ctx.tx, input)),

  readOneById: customerProcedure('incident:read', { location: 'row' })
    .input(incidentRef)
    .output(incidentDetail)
    .query(({ ctx, input }) => readDetail(ctx.tx, ctx.session, input.incidentId)),

  readManyHistory: customerProcedure('incident:read', { location: 'row' })
    .input(incidentRef)
    .output(incidentHistory)
    .query(({ ctx, input }) => readHistory(ctx.tx, ctx.session, input.incidentId)),

  readManyClocks: customerProcedure('incident:read', { location: 'scope' })
    .output(incidentClocks)
    .query(({ ctx }) => readClocks(ctx.tx)),

  updateToldById: customerProcedure('incident:write', { location: 'row' })
    .input(incidentTold)
    .output(ok)
    .mutation(({ ctx, input }) => stateTold(ctx.tx, ctx.session, input)),

  readCountByUser: customerProcedure('incident:read', { location: 'scope' })
    .output(incidentCount)
    .query(({ ctx }) => countWarnings(ctx.tx)),

  updateOneById: customerProcedure('incident:write', { location: 'row' })
    .input(incidentUpdate)
    .output(ok)
    .mutation(({ ctx, input }) => updateField(ctx.tx, ctx.session, input)),

  updateTerminatedById: customerProcedure('incident:write', { location: 'row' })
    .input(incidentRef)
    .output(ok)
    .mutation(({ ctx, input }) => terminate(ctx.tx, ctx.session, input.incidentId)),

  downloadOneByPath: allowed('incident:read', { location: 'row', audit: 'read' })
    .input(incidentPath)
    .output(pdfFile)
    .query(({ ctx, input }) => download(ctx, ctx.session, input.filepath)),

  readManyPartners: customerProcedure('incident:read', { location: 'row' })
    .input(incidentRef)
    .output(incidentPartners)
    .query(({ ctx, input }) => readPartners(ctx.tx, ctx.session, input.incidentId)),

  createManyNotices: customerProcedure('incident:write', { location: 'row' })
    .input(incidentNotice)
    .output(incidentNoticed)
    .mutation(({ ctx, input }) => notifyPartners(ctx.tx, ctx.session, input)),

  sendOneAgain: customerProcedure('incident:write', { location: 'row' })
    .input(incidentMailRef)
    .output(ok)
    .mutation(({ ctx, input }) => resend(ctx.tx, ctx.session, input.incidentMailId)),

  updateLostById: customerProcedure('incident:write', { location: 'row' })
    .input(incidentMailRef)
    .output(ok)
    .mutation(({ ctx, input }) => stateLost(ctx.tx, ctx.session, input.incidentMailId)),

  sendOneToRegulator: customerProcedure('incident:write', { location: 'row' })
    .input(incidentRef)
    .output(incidentRegulatorMailed)
    .mutation(({ ctx, input }) => sendToRegulator(ctx.tx, ctx.session, input.incidentId)),

  saveOneDraft: customerProcedure('incident:write', {
    location: 'input',
    audit: { none: 'a draft is saved while it is typed: told when begun, and once an hour of who else writes in it' },
  })
    .input(incidentDraftInput)
    .output(incidentDraftSaved)
    .mutation(({ ctx, input }) => saveDraft(ctx.tx, ctx.session, input)),

  readManyDrafts: customerProcedure('incident:read', { location: 'scope' })
    .output(incidentDraftList)
    .query(({ ctx }) => readDrafts(ctx.tx)),

  deleteOneDraft: customerProcedure('incident:write', { location: 'row' })
    .input(incidentDraftRef)
    .output(ok)
    .mutation(({ ctx, input }) => dropDraft(ctx.tx, ctx.session, input.draftId)),
})
