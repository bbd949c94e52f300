import {
  incidentPrefill,
  locationMeds,
  medEntry,
  medInput,
  medPage,
  medSearch,
  pedigree,
  pedigreeBySerial,
  pedigreePage,
  savedMed,
  serialInput,
  serialLocationInput,
} from '@seriatim/schema'
import { customerProcedure, router } from '../../trpc.ts'
import { readByLocation, readBySerial, readForIncident, readPedigree, search } from './med.service.ts'
import { createMed } from './med-entry.service.ts'

export const medRouter = router({
  createOne: customerProcedure('med:write')
    .input(medEntry)
    .output(savedMed)
    .mutation(({ ctx, input }) => createMed(ctx.tx, ctx.session, input)),

  readManyBySearch: customerProcedure('med:read')
    .input(medSearch)
    .output(medPage)
    .query(({ ctx, input }) => search(ctx.tx, ctx.session, input)),

  readOneById: customerProcedure('med:read')
    .input(medInput)
    .output(pedigree)
    .query(({ ctx, input }) => readPedigree(ctx.tx, ctx.session, input.medId)),

  readManyByLocationid: customerProcedure('med:read')
    .input(locationMeds)
    .output(pedigreePage)
    .query(({ ctx, input }) => readByLocation(ctx.tx, ctx.session, input)),

  readOneBySerialnumberPedigree: customerProcedure('med:read')
    .input(serialInput)
    .output(pedigreeBySerial)
    .query(({ ctx, input }) => readBySerial(ctx.tx, ctx.session, input.serialNumber)),

  readOneBySerialnumberIncident: customerProcedure('med:read')
    .input(serialLocationInput)
    .output(incidentPrefill)
    .query(({ ctx, input }) => readForIncident(ctx.tx, ctx.session, input)),
})
