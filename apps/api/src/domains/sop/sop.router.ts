import { newSopRevision, ok, pdfFile, sopInput, sopList, sopSigning } from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { printSop, readSops, reviseSop, signSop } from './sop.service.ts'

/** Calls for written procedures. No REST paths are documented for them. */
export const sopRouter = router({
  readMany: query('sop:read', 'none', null, sopList, readSops),
  readOnePdf: longQuery('sop:read', { location: 'none', audit: 'read' }, sopInput, pdfFile, printSop),
  createOneRevision: mutation('sop:write', 'none', newSopRevision, ok, reviseSop),
  createOneSignature: mutation('sop:read', 'none', sopSigning, ok, signSop),
})
