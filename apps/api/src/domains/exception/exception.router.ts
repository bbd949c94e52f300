import {
  csvFile,
  exceptionAsk,
  exceptionAskInput,
  exceptionCount,
  exceptionDetail,
  exceptionDownload,
  exceptionDue,
  exceptionEmergency,
  exceptionFileInput,
  exceptionFilters,
  exceptionFollowing,
  exceptionInput,
  exceptionItems,
  exceptionItemsInput,
  exceptionKind,
  exceptionLetter,
  exceptionNote,
  exceptionOk,
  exceptionPage,
  exceptionPeople,
  exceptionSettings,
  exceptionStatusAnswer,
  exceptionStatusChange,
  exceptionsAsk,
  exceptionsAskInput,
  exceptionsClosed,
  exceptionsClosing,
  exceptionsOwner,
  exceptionTotals,
  newException,
  newExceptionAnswer,
  ok,
  packet,
  ticketFileTaken,
} from '@seriatim/schema'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { askPartner, readLetter } from './ask/ask.service.ts'
import { createAtCounter } from './counter/counter.service.ts'
import { holdForData, releaseInEmergency } from './counter/pending.service.ts'
import { readCount, readItems, readTicket, readTicketTotals, searchTickets } from './exception.service.ts'
import { writeTickets } from './report/exception-csv.service.ts'
import { changeSettings, downloadTicket, readSettings } from './report/exception-file.service.ts'
import { readAssignablePeople, readFile, writeNote } from './ticket/note.service.ts'
import { assignMany, changeDue, changeKind, changeStatus, closeMany, followTicket } from './ticket/ticket.service.ts'
import { uploadTicketFile } from './ticket/ticket-file.service.ts'

export const exceptionRouter = router({
  readManyByFilters: query('exception:read', 'scope', exceptionFilters, exceptionPage, searchTickets),
  readManyCsv: query(
    'exception:read',
    { location: 'scope', audit: 'read' },
    exceptionFilters.omit({ limit: true, cursor: true }),
    csvFile,
    writeTickets,
  ),
  readTotals: query('exception:read', 'scope', exceptionFilters, exceptionTotals, readTicketTotals),
  readCount: query('exception:read', 'scope', null, exceptionCount, readCount),
  readOneById: query('exception:read', 'row', exceptionInput, exceptionDetail, (tx, session, { documentExceptionId }) =>
    readTicket(tx, session, documentExceptionId),
  ),
  readManyItems: query('exception:read', 'row', exceptionItemsInput, exceptionItems, readItems),
  readManyPeople: query('exception:read', 'row', exceptionInput, exceptionPeople, (tx, session, { documentExceptionId }) =>
    readAssignablePeople(tx, session, documentExceptionId),
  ),
  createOneStatus: mutation('exception:write', 'row', exceptionStatusChange, exceptionStatusAnswer, changeStatus),
  createOneDownload: mutation('exception:read', 'row', exceptionInput, exceptionDownload, (tx, session, { documentExceptionId }) =>
    downloadTicket(tx, session, documentExceptionId),
  ),
  uploadOneFile: longMutation('exception:write', 'scope', packet, ticketFileTaken, uploadTicketFile),
  createOneNote: longMutation('exception:write', 'row', exceptionNote, ok, writeNote),
  createOneTicket: longMutation('exception:write', 'row', newException, newExceptionAnswer, createAtCounter),
  readOneFile: longQuery(
    'exception:read',
    { location: 'row', audit: 'read' },
    exceptionFileInput,
    exceptionDownload,
    (ctx, session, { fileId }) => readFile(ctx, session, fileId),
  ),
  updateManyOwner: mutation('exception:write', 'row', exceptionsOwner, exceptionOk, assignMany),
  updateManyClosed: mutation('exception:write', 'row', exceptionsClosing, exceptionsClosed, closeMany),
  updateOneDue: mutation('exception:write', 'row', exceptionDue, ok, changeDue),
  updateOneKind: mutation('exception:write', 'row', exceptionKind, ok, changeKind),
  updateOneFollowing: mutation('exception:write', 'row', exceptionFollowing, ok, followTicket),
  readOneLetter: query('exception:read', 'row', exceptionAskInput, exceptionLetter, (tx, session, input, ctx) =>
    readLetter(tx, session, ctx, { ...input, documentExceptionIds: [input.documentExceptionId] }),
  ),
  createOneAsk: mutation('exception:write', 'row', exceptionAsk, ok, (tx, session, input, ctx) =>
    askPartner(tx, session, ctx, { ...input, documentExceptionIds: [input.documentExceptionId] }),
  ),
  readManyLetter: query('exception:read', 'row', exceptionsAskInput, exceptionLetter, (tx, session, input, ctx) =>
    readLetter(tx, session, ctx, input),
  ),
  createManyAsk: mutation('exception:write', 'row', exceptionsAsk, ok, (tx, session, input, ctx) => askPartner(tx, session, ctx, input)),
  createOneHold: mutation('exception:write', 'row', exceptionInput, ok, (tx, session, { documentExceptionId }) =>
    holdForData(tx, session, documentExceptionId),
  ),
  updateReleaseHeld: mutation('hold:release', 'row', exceptionEmergency, ok, releaseInEmergency),
  readSettings: query('exception:read', 'none', null, exceptionSettings, readSettings),
  updateSettings: mutation('exception:settings', 'none', exceptionSettings, exceptionSettings, changeSettings),
})
