import { newHeadCount, newOwnRule, newRegimeFacts, ok, ownRuleEnd, pdfFile, regime } from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { addOwnRule, confirmFacts, countEmployees, endOwnRule, printRules, readRegime } from './regime.service.ts'

/** Calls about the rules that bind the customer. No REST paths are documented for these calls. */
export const regimeRouter = router({
  readOne: query('regime:read', 'none', null, regime, readRegime),
  readOnePdf: longQuery('regime:read', { location: 'none', audit: 'read' }, null, pdfFile, printRules),
  createOneHeadCount: mutation('regime:write', 'none', newHeadCount, ok, countEmployees),
  createOneFacts: mutation('regime:write', 'none', newRegimeFacts, ok, confirmFacts),
  createOneRule: mutation('regime:write', 'none', newOwnRule, ok, addOwnRule),
  updateOneRuleEnd: mutation('regime:write', 'row', ownRuleEnd, ok, endOwnRule),
})
