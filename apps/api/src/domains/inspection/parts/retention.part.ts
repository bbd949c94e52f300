import { formatAmount, KEEP_YEARS } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { text } from '../../../pack/pack-content.ts'
import type { PartSource } from './part.ts'
import { listRetention } from './retention.queries.ts'

export const retentionPart: PartSource = {
  part: 'retention',
  async count(tx, { selection }) {
    const rows = await listRetention(tx, selection.locationIds)
    const orders = rows.reduce((sum, row) => sum + row.orders, 0)
    return `At least ${KEEP_YEARS} years, ${formatAmount(orders, 'order')} on record`
  },
  gaps: async () => [],
  async *files(run) {
    const rows = await run.read((tx) => listRetention(tx, run.selection.locationIds))
    const day = (at: Date | null) => at && toDay(at, run.selection.timeZone)
    const heading = ['Location', 'Closed', 'Orders on record', 'First', 'Last', 'Kept until further notice', 'Kept at least', 'Where']
    const where = `${run.deps.config.brand}: database and file storage of the installation`
    const lines = rows.map((row) => [
      row.locationName,
      row.isClosed ? 'yes' : 'no',
      row.orders,
      day(row.first),
      day(row.last),
      row.kept,
      `${KEEP_YEARS} years`,
      where,
    ])
    yield { name: '13-retention.csv', content: text(CSV_START + makeCsv([heading, ...lines])) }
  },
}
