import {
  auditCsv,
  auditCsvInput,
  auditKinds,
  auditPage,
  auditPeople,
  auditSealFound,
  auditSealInput,
  auditSearch,
  auditVerified,
  auditVerifyInput,
} from '@seriatim/schema'
import { customerProcedure, router } from '../../call/trpc.ts'
import { exportTrail, readKinds, readPeople, searchTrail } from './audit.service.ts'
import { compareSeal, verifyTrail } from './audit-verify.service.ts'

export const auditRouter = router({
  readManyBySearch: customerProcedure('audit:read', { location: 'none' })
    .input(auditSearch)
    .output(auditPage)
    .query(({ ctx, input }) => searchTrail(ctx.tx, ctx.session, ctx.catalog, input)),

  readManyPeople: customerProcedure('audit:read', { location: 'none' })
    .output(auditPeople)
    .query(({ ctx }) => readPeople(ctx.tx)),

  readManyKinds: customerProcedure('audit:read', { location: 'none' })
    .output(auditKinds)
    .query(({ ctx }) => readKinds(ctx.catalog)),

  readManySeals: customerProcedure('audit:read', { location: 'none' })
    .input(auditVerifyInput)
    .output(auditVerified)
    .query(({ ctx, input }) => verifyTrail(ctx.tx, { customerId: ctx.session.customerId, secrets: ctx.secrets }, input)),

  readOneSeal: customerProcedure('audit:read', { location: 'none' })
    .input(auditSealInput)
    .output(auditSealFound)
    .query(({ ctx, input }) => compareSeal(ctx.tx, input)),

  /** A mutation, because the trail notes who took a copy of it. */
  createOneCsv: customerProcedure('audit:read', { location: 'none' })
    .input(auditCsvInput)
    .output(auditCsv)
    .mutation(({ ctx, input }) => exportTrail(ctx.tx, ctx.session, ctx, input)),
})
