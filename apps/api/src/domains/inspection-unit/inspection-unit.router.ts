import {
  inspectionLink,
  inspectionLinkRef,
  inspectionLinks,
  medOnly,
  newInspectionLink,
  pdfFile,
  unitFound,
  unitInput,
  unitPaper,
} from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { findUnit, printUnit } from './inspection-unit.service.ts'
import { createUnitLink, listUnitLinks, revokeUnitLink } from './unit-link.service.ts'

/** Calls about a single package that an inspector picks from the shelf. No REST paths are documented for them. */
export const inspectionUnitRouter = router({
  readOne: query('med:read', 'scope', unitInput, unitFound, findUnit),
  readOnePdf: longQuery('med:read', { location: 'row', audit: 'read' }, unitPaper, pdfFile, printUnit),
  readManyLinks: query('med:read', 'row', medOnly, inspectionLinks, listUnitLinks),
  createOneLink: mutation('med:write', 'row', medOnly, newInspectionLink, createUnitLink),
  updateRevokeLink: mutation('med:write', 'row', inspectionLinkRef, inspectionLink, revokeUnitLink),
})
