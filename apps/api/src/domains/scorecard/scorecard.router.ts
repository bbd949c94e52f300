import {
  csvFile,
  ok,
  pdfFile,
  scorecard,
  scorecardCsvInput,
  scorecardInput,
  scorecardMail,
  scorecardPage,
  scorecardSearch,
} from '@seriatim/schema'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { requestRefresh } from './compute/refresh.service.ts'
import { printLetter } from './letter/letter.service.ts'
import { chooseMonthlyMail } from './mail/monthly-mail.service.ts'
import { listScorecards, readScorecard } from './read/scorecard.service.ts'
import { writeScorecardCsv } from './read/scorecard-csv.service.ts'

export const scorecardRouter = router({
  readMany: query('scorecard:read', 'scope', scorecardSearch, scorecardPage, listScorecards),
  readOne: query('scorecard:read', 'row', scorecardInput, scorecard, readScorecard),
  readManyCsv: query('scorecard:read', { location: 'scope', audit: 'read' }, scorecardCsvInput, csvFile, writeScorecardCsv),
  readOneLetter: longQuery('scorecard:read', { location: 'row', audit: 'read' }, scorecardInput, pdfFile, printLetter),
  updateOneMail: mutation('scorecard:read', 'none', scorecardMail, ok, chooseMonthlyMail),
  createOneRefresh: mutation(
    'scorecard:read',
    { location: 'none', audit: { none: 'computes figures from records that are on file' } },
    null,
    ok,
    requestRefresh,
  ),
})
