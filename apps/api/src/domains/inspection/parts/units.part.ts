import { formatAmount, gapOf } from '@seriatim/schema'
import { safeSegment } from '../../../pack/pack-content.ts'
import { printFile } from '../../../print/print-file.ts'
import { unitSheet } from '../../inspection-unit/inspection-unit.pdf.ts'
import { answerUnit } from '../../inspection-unit/inspection-unit.service.ts'
import type { PartSource } from './part.ts'
import { stampOf } from './part-files.ts'
import { listPickedUnits } from './units.queries.ts'

/** Everything about each package that was picked from the shelf, on two pages. */
export const unitsPart: PartSource = {
  part: 'units',
  async count(tx, { selection }) {
    return formatAmount((await listPickedUnits(tx, selection.medIds)).length, 'package')
  },
  async gaps(tx, { selection }) {
    const found = await listPickedUnits(tx, selection.medIds)
    const missing = selection.medIds.filter((medId) => !found.some(({ id }) => id === medId))
    return gapOf(
      'units',
      missing,
      (amount) => `${formatAmount(amount, 'selected package')} not at the chosen locations`,
      () => ({ text: 'Choose all locations, or pick the package again', path: '/inspection/unit' }),
    )
  },
  async *files(run) {
    for (const { id, serialNumber } of await run.read((tx) => listPickedUnits(tx, run.selection.medIds))) {
      const answered = await run.read((tx) => answerUnit(tx, run.session, id))
      yield await printFile(run, `16-units/${safeSegment(serialNumber)}-${id}`, unitSheet(answered, stampOf(run)))
    }
  },
}
