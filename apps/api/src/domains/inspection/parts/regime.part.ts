import { formatAmount, gapOf } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import { text } from '../../../pack/pack-content.ts'
import { printDay } from '../../../print/dates.ts'
import { printFile } from '../../../print/print-file.ts'
import { rulesSheet } from '../../regime/regime.pdf.ts'
import { readRegime, readRegimeRecord } from '../../regime/regime.service.ts'
import type { PartSource } from './part.ts'
import { stampOf } from './part-files.ts'

const PATH = '/rules'

export const regimePart: PartSource = {
  part: 'regime',
  async count(tx, { selection }) {
    const [newest] = (await readRegimeRecord(tx, selection.timeZone)).headCounts
    return newest ? `${formatAmount(newest.amount, 'employee')} counted ${printDay(newest.asOf)}` : 'Employees never counted'
  },
  async gaps(tx, { selection, session }) {
    const { headCounts, facts } = await readRegimeRecord(tx, selection.timeZone)
    const [newest] = headCounts
    const today = toDay(session.now, selection.timeZone)
    const missing = [
      newest === undefined && 'Employees were never counted',
      newest !== undefined && !newest.isAttested && 'The head count is a draft',
      newest?.nextReview && newest.nextReview < today && 'The review of the head count is overdue',
      facts === null && 'The facts about the organization were never confirmed',
    ].filter((words) => typeof words === 'string')
    return missing.flatMap((words) =>
      gapOf(
        'regime',
        [words],
        () => words,
        () => ({ text: words, path: PATH }),
      ),
    )
  },
  async *files(run) {
    const regime = await run.read((tx) => readRegime(tx, run.session))
    yield await printFile(run, '01-regime', rulesSheet(regime, stampOf(run)))
    yield { name: '01-regime.json', content: text(`${JSON.stringify(regime, null, 1)}\n`) }
  },
}
