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
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { askPartner, readLetter } from './ask/ask.service.ts'
import { createAtCounter } from './counter/counter.service.ts'
import { holdForData, releaseInEmergency } from './counter/pending.service.ts'
import { readCount, readItems, readTicket, readTotals, searchTickets } from './exception.service.ts'
import { writeTickets } from './report/exception-csv.service.ts'
import { changeSettings, downloadTicket, readSettings } from './report/exception-file.service.ts'
import { readFile, readPeople, writeNote } from './ticket/note.service.ts'
import { assignMany, changeDue, changeKind, changeStatus, closeMany, follow } from './ticket/ticket.service.ts'

export const exceptionRouter = router({
  readManyByFilters: customerProcedure('exception:read', { location: 'scope' })
    .input(exceptionFilters)
    .output(exceptionPage)
    .query(({ ctx, input }) => searchTickets(ctx.tx, ctx.session, input)),

  readManyCsv: customerProcedure('exception:read', { location: 'scope', audit: 'read' })
    .input(exceptionFilters.omit({ limit: true, cursor: true }))
    .output(csvFile)
    .query(({ ctx, input }) => writeTickets(ctx.tx, ctx.session, input)),

  readTotals: customerProcedure('exception:read', { location: 'scope' })
    .input(exceptionFilters)
    .output(exceptionTotals)
    .query(({ ctx, input }) => readTotals(ctx.tx, ctx.session, input)),

  readCount: customerProcedure('exception:read', { location: 'scope' })
    .output(exceptionCount)
    .query(({ ctx }) => readCount(ctx.tx)),

  readOneById: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionInput)
    .output(exceptionDetail)
    .query(({ ctx, input }) => readTicket(ctx.tx, ctx.session, input.documentExceptionId)),

  readManyItems: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionItemsInput)
    .output(exceptionItems)
    .query(({ ctx, input }) => readItems(ctx.tx, ctx.session, input)),

  readManyPeople: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionInput)
    .output(exceptionPeople)
    .query(({ ctx, input }) => readPeople(ctx.tx, ctx.session, input.documentExceptionId)),

  createOneStatus: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionStatusChange)
    .output(exceptionStatusAnswer)
    .mutation(({ ctx, input }) => changeStatus(ctx.tx, ctx.session, input)),

  createOneDownload: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionInput)
    .output(exceptionDownload)
    .mutation(({ ctx, input }) => downloadTicket(ctx.tx, ctx.session, input.documentExceptionId)),

  createOneNote: allowed('exception:write', { location: 'row' })
    .input(exceptionNote)
    .output(ok)
    .mutation(({ ctx, input }) => writeNote(ctx, ctx.session, input)),

  createOneTicket: allowed('exception:write', { location: 'row' })
    .input(newException)
    .output(newExceptionAnswer)
    .mutation(({ ctx, input }) => createAtCounter(ctx, ctx.session, input)),

  readOneFile: allowed('exception:read', { location: 'row', audit: 'read' })
    .input(exceptionFileInput)
    .output(exceptionDownload)
    .query(({ ctx, input }) => readFile(ctx, ctx.session, input.fileId)),

  updateManyOwner: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionsOwner)
    .output(exceptionOk)
    .mutation(({ ctx, input }) => assignMany(ctx.tx, ctx.session, input)),

  updateManyClosed: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionsClosing)
    .output(exceptionsClosed)
    .mutation(({ ctx, input }) => closeMany(ctx.tx, ctx.session, input)),

  updateOneDue: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionDue)
    .output(ok)
    .mutation(({ ctx, input }) => changeDue(ctx.tx, ctx.session, input)),

  updateOneKind: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionKind)
    .output(ok)
    .mutation(({ ctx, input }) => changeKind(ctx.tx, ctx.session, input)),

  updateOneFollowing: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionFollowing)
    .output(ok)
    .mutation(({ ctx, input }) => follow(ctx.tx, ctx.session, input)),

  readOneLetter: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionAskInput)
    .output(exceptionLetter)
    .query(({ ctx, input }) => readLetter(ctx.tx, ctx.session, ctx, { ...input, documentExceptionIds: [input.documentExceptionId] })),

  createOneAsk: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionAsk)
    .output(ok)
    .mutation(({ ctx, input }) => askPartner(ctx.tx, ctx.session, ctx, { ...input, documentExceptionIds: [input.documentExceptionId] })),

  readManyLetter: customerProcedure('exception:read', { location: 'row' })
    .input(exceptionsAskInput)
    .output(exceptionLetter)
    .query(({ ctx, input }) => readLetter(ctx.tx, ctx.session, ctx, input)),

  createManyAsk: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionsAsk)
    .output(ok)
    .mutation(({ ctx, input }) => askPartner(ctx.tx, ctx.session, ctx, input)),

  createOneHold: customerProcedure('exception:write', { location: 'row' })
    .input(exceptionInput)
    .output(ok)
    .mutation(({ ctx, input }) => holdForData(ctx.tx, ctx.session, input.documentExceptionId)),

  updateReleaseHeld: customerProcedure('hold:release', { location: 'row' })
    .input(exceptionEmergency)
    .output(ok)
    .mutation(({ ctx, input }) => releaseInEmergency(ctx.tx, ctx.session, input)),

  readSettings: customerProcedure('exception:read', { location: 'none' })
    .output(exceptionSettings)
    .query(({ ctx }) => readSettings(ctx.tx)),

  updateSettings: customerProcedure('exception:settings', { location: 'none' })
    .input(exceptionSettings)
    .output(exceptionSettings)
    .mutation(({ ctx, input }) => changeSettings(ctx.tx, ctx.session, input)),
})
