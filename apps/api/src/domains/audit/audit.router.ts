import {
  auditCheckpoint,
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
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { exportTrail, readAuditPeople, readKinds, searchTrail } from './audit.service.ts'
import { readLogState } from './audit-log.service.ts'
import { compareSeal, verifyTrail } from './audit-verify.service.ts'

export const auditRouter = router({
  readManyBySearch: query('audit:read', 'none', auditSearch, auditPage, (tx, session, input, ctx) =>
    searchTrail(tx, session, ctx.catalog, input),
  ),
  readManyPeople: query('audit:read', 'none', null, auditPeople, readAuditPeople),
  readManyKinds: query('audit:read', 'none', null, auditKinds, (_tx, _session, _input, ctx) => readKinds(ctx.catalog)),
  readManySeals: query('audit:read', 'none', auditVerifyInput, auditVerified, (tx, session, input, ctx) =>
    verifyTrail(tx, { customerId: session.customerId, secrets: ctx.secrets }, input),
  ),
  readOneSeal: query('audit:read', 'none', auditSealInput, auditSealFound, (tx, _session, input) => compareSeal(tx, input)),
  readOneCheckpoint: query('audit:read', 'none', null, auditCheckpoint, (tx, _session, _input, ctx) => readLogState(tx, ctx.secrets)),
  /** This is a mutation although it only exports, because each export is recorded in the audit trail. */
  createOneCsv: mutation('audit:read', 'none', auditCsvInput, auditCsv, (tx, session, input, ctx) => exportTrail(tx, session, ctx, input)),
})
