import {
  correction,
  correctionInput,
  correctionKeeping,
  correctionReplacing,
  correctionUnits,
  correctionUnitsInput,
  ok,
  settleDiffering,
  uploadInput,
} from '@seriatim/schema'
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { keepFirstFile, readCorrection, readUnits, replaceByCorrected, undoReplacement } from './correction.service.ts'
import { decideDuplicate, stopUpload } from './upload-decision.service.ts'

/** Calls under `documentException.…`: corrected files and the orders that they replace. */
export const correctionRouter = router({
  readOneCorrection: query('exception:read', 'row', correctionInput, correction, (tx, session, { correctionId }) =>
    readCorrection(tx, session, correctionId),
  ),
  readManyUnits: query('exception:read', 'row', correctionUnitsInput, correctionUnits, readUnits),
  updateReplace: mutation('order:settle', 'row', correctionReplacing, ok, replaceByCorrected),
  updateKeepFirst: mutation('order:settle', 'row', correctionKeeping, ok, keepFirstFile),
  updateUndoReplace: mutation('order:settle', 'row', correctionInput, ok, undoReplacement),
})

/** Calls under `file.…`: decisions about an upload that may correct an earlier file. */
export const uploadDecisionRouter = router({
  stopOneUpload: mutation('order:upload', 'row', uploadInput, ok, (tx, session, { uploadId }) => stopUpload(tx, session, uploadId)),
  settleOneUpload: mutation('order:settle', 'row', settleDiffering, ok, decideDuplicate),
})
