import {
  createdTracing,
  moreTracingItems,
  newDrill,
  newTracingAnswer,
  newTracingAsk,
  newTracingLink,
  newTracingRequest,
  ok,
  tracingAcknowledgment,
  tracingAnswerFile,
  tracingAnswerRef,
  tracingChange,
  tracingChoices,
  tracingEnd,
  tracingFigures,
  tracingFile,
  tracingFileRead,
  tracingFileText,
  tracingFound,
  tracingIdentity,
  tracingItemsPage,
  tracingItemsSearch,
  tracingLink,
  tracingList,
  tracingMail,
  tracingOrigin,
  tracingPdf,
  tracingRef,
  tracingRequest,
  tracingSearch,
  tracingSendingRef,
  tracingStart,
} from '@seriatim/schema'
import { z } from 'zod'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { discardAnswer, prepareAnswer, previewAnswer } from './answer/answer.service.ts'
import { printDrill, startDrill } from './drill/drill.service.ts'
import { downloadRequestFile } from './inbox/request-file-download.service.ts'
import { askPartnerToTrace, readTracingChoices } from './out/ask.service.ts'
import { readRequestFile } from './request-file.service.ts'
import { changeRequest } from './send/request-change.service.ts'
import { addItems, checkIdentity, endRequest, markUndelivered, reopenRequest, searchAgain } from './send/request-steps.service.ts'
import { acknowledge, createAnswerLink, downloadAnswer, endAnswerLink, mailAnswer, markHandedOver } from './send/send.service.ts'
import { readTracingStart } from './start/start.service.ts'
import {
  countTracing,
  createTracing,
  findTracing,
  getTracing,
  listTracing,
  listTracingItems,
  readTracingFigures,
} from './tracing.service.ts'

/** Tracing requests, their answers and drills. No paths of `/api/v1` are documented for them. */
export const tracingRouter = router({
  readMany: query('tracing:read', 'scope', tracingSearch, tracingList, listTracing),
  readOneFigures: query('tracing:read', 'scope', null, tracingFigures, readTracingFigures),
  readOneCount: query('tracing:read', 'scope', null, z.object({ amount: z.int() }), countTracing),
  readOne: query('tracing:read', 'row', tracingRef, tracingRequest, getTracing),
  readOneFound: longQuery('tracing:read', 'row', tracingRef, tracingFound, findTracing),
  readManyItems: longQuery('tracing:read', 'row', tracingItemsSearch, tracingItemsPage, listTracingItems),
  readOneChoices: query('tracing:write', 'scope', null, tracingChoices, (tx, session, _input, ctx) => readTracingChoices(tx, session, ctx)),
  readOneStart: query('tracing:write', 'row', tracingOrigin, tracingStart, readTracingStart),
  readOneFile: longMutation(
    'tracing:write',
    { location: 'none', audit: { none: 'Nothing is stored yet.' } },
    tracingFileText,
    tracingFileRead,
    (ctx, _session, input) => readRequestFile(input, ctx.now.getUTCFullYear()),
  ),
  createOne: mutation('tracing:write', 'row', newTracingRequest, createdTracing, createTracing),
  createOneDrill: mutation('tracing:write', 'row', newDrill, createdTracing, startDrill),
  createOneAsk: mutation('tracing:write', 'row', newTracingAsk, createdTracing, (tx, session, input, ctx) =>
    askPartnerToTrace(tx, session, ctx, input),
  ),
  createManyItems: mutation('tracing:write', 'row', moreTracingItems, ok, addItems),
  updateOne: mutation('tracing:write', 'row', tracingChange, ok, changeRequest),
  updateOneIdentity: mutation('tracing:write', 'row', tracingIdentity, ok, checkIdentity),
  updateOneAcknowledge: mutation('tracing:write', 'row', tracingAcknowledgment, ok, (tx, session, input, ctx) =>
    acknowledge(tx, session, ctx, input),
  ),
  updateOneSearch: longMutation('tracing:write', 'row', tracingRef, ok, searchAgain),
  updateOneEnd: longMutation('tracing:write', 'row', tracingEnd, ok, endRequest),
  updateOneReopen: mutation('tracing:write', 'row', tracingRef, ok, reopenRequest),
  updateOneUndelivered: mutation('tracing:write', 'row', tracingSendingRef, ok, markUndelivered),
  readOnePreview: longQuery('tracing:read', 'row', newTracingAnswer, tracingPdf, previewAnswer),
  createOneAnswer: mutation('tracing:write', 'row', newTracingAnswer, z.object({ answerId: z.int() }), prepareAnswer),
  updateOneDiscard: mutation('tracing:write', 'row', tracingAnswerRef, ok, discardAnswer),
  createOneMail: mutation('tracing:write', 'row', tracingMail, ok, (tx, session, input, ctx) => mailAnswer(tx, session, ctx, input)),
  createOneLink: mutation('tracing:write', 'row', tracingLink, newTracingLink, createAnswerLink),
  updateOneLinkEnd: mutation('tracing:write', 'row', tracingSendingRef, ok, endAnswerLink),
  updateOneHandedOver: mutation('tracing:write', 'row', tracingAnswerRef, ok, markHandedOver),
  downloadOne: query('tracing:read', { location: 'row', audit: 'read' }, tracingAnswerRef, tracingAnswerFile, downloadAnswer),
  downloadOneFile: query('tracing:read', { location: 'row', audit: 'read' }, tracingFile, tracingAnswerFile, downloadRequestFile),
  readOneDrillPdf: longQuery('tracing:read', { location: 'row', audit: 'read' }, tracingRef, tracingPdf, printDrill),
})
