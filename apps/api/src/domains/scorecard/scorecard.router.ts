import { csvFile, ok, scorecard, scorecardCsvInput, scorecardInput, scorecardPage, scorecardSearch } from '@seriatim/schema'
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { requestRefresh } from './compute/refresh.service.ts'
import { listScorecards, readScorecard } from './read/scorecard.service.ts'
import { writeScorecardCsv } from './read/scorecard-csv.service.ts'

export const scorecardRouter = router({
  readMany: query('scorecard:read', 'scope', scorecardSearch, scorecardPage, listScorecards),
  readOne: query('scorecard:read', 'scope', scorecardInput, scorecard, readScorecard),
  readManyCsv: query('scorecard:read', { location: 'scope', audit: 'read' }, scorecardCsvInput, csvFile, writeScorecardCsv),
  createOneRefresh: mutation(
    'scorecard:read',
    { location: 'none', audit: { none: 'computes figures from records that are on file' } },
    null,
    ok,
    requestRefresh,
  ),
})
