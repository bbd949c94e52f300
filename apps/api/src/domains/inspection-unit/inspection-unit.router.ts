import { medOnly, pdfFile, unitFound, unitInput } from '@seriatim/schema'
import { longQuery, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { findUnit, printUnit } from './inspection-unit.service.ts'

/** One package from the shelf. No REST paths are documented for it. */
export const inspectionUnitRouter = router({
  readOne: query('med:read', 'scope', unitInput, unitFound, findUnit),
  readOnePdf: longQuery('med:read', { location: 'row', audit: 'read' }, medOnly, pdfFile, printUnit),
})
