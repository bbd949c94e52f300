import { formatAmount, HELD } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { printFile } from '../../../print/print-file.ts'
import { countHoldRecords, type HoldRecord, listHoldRecords } from '../../hold/hold-record.joins.ts'
import { recordSheet } from '../../investigation/investigation.pdf.ts'
import { readInvestigationDetail } from '../../investigation/investigation-read.service.ts'
import { listInvestigationIds } from './holds.queries.ts'
import { csvPages, type PartSource } from './part.ts'
import { stampOf } from './part-files.ts'
import { verificationsFile } from './verifications.file.ts'

export const holdsPart: PartSource = {
  part: 'holds',
  async count(tx, { selection }) {
    const holds = await countHoldRecords(tx, selection)
    return `${formatAmount(holds, 'hold')}, ${formatAmount((await listInvestigationIds(tx, selection)).length, 'investigation')}`
  },
  // An active hold is not a gap, because the law requires suspect product to be held.
  gaps: async () => [],
  async *files(run) {
    const { selection } = run
    const clock = wallClock(selection.timeZone)
    const at = (moment: Date | null) => moment && clock(moment)
    yield {
      name: '06-holds/holds.csv',
      content: csvPages<HoldRecord>(
        run,
        [
          'Hold',
          'Location',
          'What',
          'Cause',
          'Label',
          'Product',
          'GTIN',
          'Serial number',
          'Packages',
          'Reason',
          'Placed',
          'Placed by',
        ].concat(['Released', 'Released by', 'Release reason', 'Pharmacist', 'Disposed of', 'Disposed of by', 'How', 'Disposal reason']),
        (tx, after) => listHoldRecords(tx, selection, after?.id ?? 0, 1000),
        (row) => [
          row.id,
          row.locationName,
          HELD[row.kind],
          row.cause === 'dataPending' ? 'data pending' : 'quarantine',
          row.label,
          row.productName,
          row.gtin,
          row.serialNumber,
          row.meds,
          row.reason,
          clock(row.placedAt),
          row.placedBy,
          at(row.releasedAt),
          row.releasedBy,
          row.releaseReason,
          row.pharmacist,
          at(row.disposedAt),
          row.disposedBy,
          row.disposalHow,
          row.disposalReason,
        ],
      ),
    }
    yield verificationsFile(run)
    for (const id of await run.read((tx) => listInvestigationIds(tx, selection))) {
      const detail = await run.read((tx) => readInvestigationDetail(tx, run.session, id))
      yield await printFile(run, `06-holds/investigation-${id}`, recordSheet(detail, stampOf(run)))
    }
  },
}
