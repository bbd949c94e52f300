import {
  activeRecalledMedCount,
  csvFile,
  id,
  ok,
  pdfFile,
  recallActiveInput,
  recallActiveOfCodesInput,
  recallAffected,
  recallAffectedPage,
  recallAffectedQuery,
  recallCodesInput,
  recallCount,
  recallDismissed,
  recallDismissing,
  recallEntries,
  recallEntry,
  recalledLines,
  recallHeld,
  recallHolding,
  recallHome,
  recallHomeQuery,
  recallInput,
  recallMedInput,
  recallOrderInput,
  recallSearch,
  recallStanding,
  recallStory,
  recallsFound,
  recallToggle,
} from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { dismiss, holdAffected, toggleDismissal } from './dismiss/dismissal.service.ts'
import { printResponse, writeRecallCsv } from './load/recall-file.service.ts'
import {
  countSearch,
  markVersionSeen,
  readActive,
  readActivePage,
  readAffectedCount,
  readByCodes,
  readHome,
  readRecallById,
  readRecallStanding,
  readRecallStory,
  searchRecallEntries,
} from './recall.service.ts'
import { readRecalledLines, readRecallsOfMed } from './stop/order-recall.service.ts'

/** Procedures of the documented REST API keep its legacy names, such as `readAllByRecallcodeids`. */
export const recallRouter = router({
  readStanding: query('recall:read', 'scope', null, recallStanding, readRecallStanding),
  readManyHome: query('recall:read', 'scope', recallHomeQuery, recallHome, readHome),
  readOneActiverecalledmedcountByUserid: query('recall:read', 'scope', null, activeRecalledMedCount, readAffectedCount),
  readManySearch: query('recall:read', 'scope', recallSearch, recallsFound, searchRecallEntries),
  readManySearchcount: query('recall:read', 'scope', recallSearch, recallCount, countSearch),
  readOneById: query('recall:read', 'scope', recallInput, recallEntry, (tx, session, { recallId }) =>
    readRecallById(tx, session, recallId),
  ),
  readAllByRecallcodeids: query('recall:read', 'scope', recallCodesInput, recallEntries, (tx, session, { recallCodeIds }) =>
    readByCodes(tx, session, recallCodeIds),
  ),
  /** The screen reads affected lots with this call, page by page. The next two calls belong to the documented API and return all lots at once. */
  readManyAffected: query('recall:read', 'scope', recallAffectedQuery, recallAffectedPage, readActivePage),
  readAllActiverecallsByRecallid: query('recall:read', 'scope', recallActiveInput, recallAffected, readActive),
  readAllActiverecallsByRecallcodeids: query('recall:read', 'scope', recallActiveOfCodesInput, recallAffected, readActive),
  readOneStory: query('recall:read', 'scope', recallInput, recallStory, (tx, session, { recallId }) =>
    readRecallStory(tx, session, recallId),
  ),
  readManyByDocumentid: query('recall:read', 'scope', recallOrderInput, recalledLines, (tx, session, { documentId }) =>
    readRecalledLines(tx, session, documentId),
  ),
  readManyByMedid: query('recall:read', 'scope', recallMedInput, recalledLines, (tx, session, { medId }) =>
    readRecallsOfMed(tx, session, medId),
  ),
  readOneCsv: query(
    'recall:read',
    { location: 'scope', audit: 'read' },
    recallInput.extend({ epcisEventId: id.optional() }),
    csvFile,
    writeRecallCsv,
  ),
  readOneResponse: longQuery('recall:read', { location: 'scope', audit: 'read' }, recallInput, pdfFile, (ctx, session, { recallId }) =>
    printResponse(ctx, session, recallId),
  ),
  createOneDismissedrecall: mutation('recall:dismiss', 'row', recallDismissing, recallDismissed, dismiss),
  updateOneToggledismissedrecall: mutation('recall:dismiss', 'row', recallToggle, recallDismissed, toggleDismissal),
  updateOneHold: mutation('recall:dismiss', 'row', recallHolding, recallHeld, holdAffected),
  updateOneSeen: mutation(
    'recall:read',
    { location: 'scope', audit: { none: 'marking a recall as seen changes no record' } },
    recallInput,
    ok,
    (tx, session, { recallId }) => markVersionSeen(tx, session, recallId),
  ),
})
