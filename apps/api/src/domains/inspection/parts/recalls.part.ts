import { formatAmount, gapOf, type RecallReportRow } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { text } from '../../../pack/pack-content.ts'
import { recallErrors } from '../../recall/recall.facts.ts'
import { readRecallReport } from '../../recall/report/recall-report.service.ts'
import type { PartScope, PartSource } from './part.ts'

const MOST = 1_000_000
const NOT_SUBSCRIBED = 'Recalls are not part of the subscription'

/** Reads the recall report; undefined if the subscription does not include recalls. */
async function readRecalls(tx: CustomerTx, { session, selection: { from, to } }: PartScope) {
  try {
    return await readRecallReport(tx, session, { from, to, locationId: null, limit: MOST })
  } catch (error) {
    if (error instanceof AppError && error.key === recallErrors.recalls_not_subscribed.key) return undefined
    throw error
  }
}

const isUndecided = ({ done, confidence }: RecallReportRow) => done === null && confidence !== 'possible'

export const recallsPart: PartSource = {
  part: 'recalls',
  async count(tx, scope) {
    const report = await readRecalls(tx, scope)
    return report ? `${formatAmount(report.recalls, 'recall')}, ${formatAmount(report.packages, 'package')}` : NOT_SUBSCRIBED
  },
  async gaps(tx, scope) {
    const open = (await readRecalls(tx, scope))?.rows.filter(isUndecided) ?? []
    return gapOf(
      'recalls',
      open,
      (amount) => `${formatAmount(amount, 'recalled lot')} without a decision`,
      (row) => ({
        text: `${row.title.slice(0, 100)}, lot ${row.lotNumber ?? 'unknown'}, ${row.locationName}`,
        path: `/recalls/detail/${row.recallId}`,
      }),
    )
  },
  async *files(run) {
    const report = await run.read((tx) => readRecalls(tx, run))
    const clock = wallClock(run.selection.timeZone)
    const rows = (report?.rows ?? []).map((row) => [
      clock(new Date(row.at)),
      row.recallNumbers.join(', '),
      row.classification,
      row.title,
      row.published,
      row.locationName,
      row.lotNumber,
      row.amount,
      row.received,
      row.confidence,
      row.done,
      row.by,
      row.doneAt && clock(new Date(row.doneAt)),
    ])
    const heading = [
      'Found',
      'Recall numbers',
      'Class',
      'Title',
      'Published',
      'Location',
      'Lot',
      'Shipped to us',
      'Received',
      'Match',
      'Done',
      'By',
      'Done at',
    ]
    yield { name: '08-recalls.csv', content: text(CSV_START + makeCsv([heading, ...rows, ...(report ? [] : [[NOT_SUBSCRIBED]])])) }
  },
}
