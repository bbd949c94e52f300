import { holdDisposal, holdPage, holdPlaced, holdPlacing, holdQuery, holdRef, holdRelease, ok, pdfFile } from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { dispose } from './disposal.service.ts'
import { placeHold, readHolds, release } from './hold.service.ts'
import { printLabel } from './hold-label.service.ts'

/** Calls about holds. They are served under `med.…`, since a hold applies to a med, a package or an order. */
export const holdRouter = router({
  createOneHold: mutation('hold:place', 'row', holdPlacing, holdPlaced, placeHold),
  updateReleaseHold: mutation('hold:release', 'row', holdRelease, ok, release),
  updateDisposedHold: mutation('hold:release', 'row', holdDisposal, ok, dispose),
  readManyHolds: query('med:read', 'scope', holdQuery, holdPage, readHolds),
  readOneHoldLabel: longQuery('med:read', { location: 'row', audit: 'read' }, holdRef, pdfFile, (ctx, session, { holdId }) =>
    printLabel(ctx, session, holdId),
  ),
})
