import {
  csvFile,
  incidentPrefill,
  locationMeds,
  medEmailAgain,
  medEmailInput,
  medEmailList,
  medEmailTaken,
  medEntry,
  medInput,
  medOnly,
  medPage,
  medSearch,
  medSearchAll,
  medVoiding,
  ok,
  pdfFile,
  pedigree,
  pedigreeBySerial,
  pedigreePage,
  savedMed,
  serialInput,
  serialLocationInput,
} from '@seriatim/schema'
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { voidTypedIn } from './entry/med-correct.service.ts'
import { createMed } from './entry/med-entry.service.ts'
import { readByLocation, readBySerial, readForIncident, readPedigree, search } from './med.service.ts'
import { writeSearch } from './med-csv.service.ts'
import { emailPedigree, previewPaper, readMails, resendPedigree } from './send/med-email.service.ts'

export const medRouter = router({
  createOne: customerProcedure('med:write', { location: 'input' })
    .input(medEntry)
    .output(savedMed)
    .mutation(({ ctx, input }) => createMed(ctx.tx, ctx.session, input)),

  readManyBySearch: customerProcedure('med:read', { location: 'scope' })
    .input(medSearch)
    .output(medPage)
    .query(({ ctx, input }) => search(ctx.tx, ctx.session, input)),

  readManyCsv: customerProcedure('med:read', { location: 'scope', audit: 'read' })
    .input(medSearchAll)
    .output(csvFile)
    .query(({ ctx, input }) => writeSearch(ctx.tx, ctx.session, input)),

  readOneById: customerProcedure('med:read', { location: 'row' })
    .input(medInput)
    .output(pedigree)
    .query(({ ctx, input }) => readPedigree(ctx.tx, ctx.session, input.medId)),

  readManyByLocationid: customerProcedure('med:read', { location: 'input' })
    .input(locationMeds)
    .output(pedigreePage)
    .query(({ ctx, input }) => readByLocation(ctx.tx, ctx.session, input)),

  readOneBySerialnumberPedigree: customerProcedure('med:read', { location: 'row' })
    .input(serialInput)
    .output(pedigreeBySerial)
    .query(({ ctx, input }) => readBySerial(ctx.tx, ctx.session, input.serialNumber)),

  readOneBySerialnumberIncident: customerProcedure('med:read', { location: 'row' })
    .input(serialLocationInput)
    .output(incidentPrefill)
    .query(({ ctx, input }) => readForIncident(ctx.tx, ctx.session, input)),

  updateVoidOne: customerProcedure('med:write', { location: 'row' })
    .input(medVoiding)
    .output(ok)
    .mutation(({ ctx, input }) => voidTypedIn(ctx.tx, ctx.session, input)),

  readOnePaper: allowed('med:read', { location: 'row', audit: 'read' })
    .input(medOnly)
    .output(pdfFile)
    .query(({ ctx, input }) => previewPaper(ctx, ctx.session, input.medId)),

  emailOne: allowed('med:write', { location: 'row' })
    .input(medEmailInput)
    .output(medEmailTaken)
    .mutation(({ ctx, input }) => emailPedigree(ctx, ctx.session, input)),

  readManyEmails: customerProcedure('med:read', { location: 'row' })
    .input(medOnly)
    .output(medEmailList)
    .query(({ ctx, input }) => readMails(ctx.tx, ctx.session, input.medId)),

  emailOneAgain: customerProcedure('med:write', { location: 'row' })
    .input(medEmailAgain)
    .output(ok)
    .mutation(({ ctx, input }) => resendPedigree(ctx.tx, ctx.session, input)),
})
