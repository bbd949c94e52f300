import { formatAmount, gapOf } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { text } from '../../../pack/pack-content.ts'
import { printFile } from '../../../print/print-file.ts'
import { drillSheet } from '../../tracing/drill/drill.pdf.ts'
import { readDrillSheet } from '../../tracing/drill/drill.service.ts'
import { listTracingOf } from '../../tracing/tracing.service.ts'
import type { PartScope, PartSource } from './part.ts'
import { stampOf } from './part-files.ts'

const chosen = ({ selection: { from, to, locationIds, isWhole } }: Pick<PartScope, 'selection'>) => ({
  from,
  to,
  locationIds: isWhole ? null : locationIds,
})

/** Tracing requests of the period with their times, and a dated report for each drill. */
export const tracingPart: PartSource = {
  part: 'tracing',
  async count(tx, scope) {
    const rows = await listTracingOf(tx, chosen(scope))
    const drills = rows.filter(({ isDrill }) => isDrill).length
    return `${formatAmount(rows.length - drills, 'request')}, ${formatAmount(drills, 'drill')}`
  },
  async gaps(tx, scope) {
    const rows = await listTracingOf(tx, chosen(scope))
    const late = rows.filter(
      ({ legalDueAt, coveredAt }) => legalDueAt !== null && (coveredAt ?? scope.session.now.toISOString()) > legalDueAt,
    )
    return [
      ...gapOf(
        'tracing',
        late,
        (amount) => `${formatAmount(amount, 'tracing request')} not answered within the legal time limit`,
        ({ id, number, organization }) => ({ text: `Request ${number}, ${organization}`, path: `/tracing/${id}` }),
      ),
      ...(rows.some(({ isDrill, endedAt }) => isDrill && endedAt !== null)
        ? []
        : gapOf(
            'tracing',
            [{}],
            () => 'No tracing drill was completed in the period',
            () => ({ text: 'Start a drill', path: '/tracing' }),
          )),
    ]
  },
  async *files(run) {
    const rows = await run.read((tx) => listTracingOf(tx, chosen(run)))
    const clock = wallClock(run.selection.timeZone)
    const at = (value: string | null) => value && clock(new Date(value))
    yield {
      name: '09-tracing/requests.csv',
      content: text(
        CSV_START +
          makeCsv([
            [
              'Number',
              'Direction',
              'Who',
              'Reason',
              'Reference',
              'Items',
              `Received (${run.selection.timeZone})`,
              'Target',
              'Due by law',
            ].concat(['Acknowledged', 'Answered', 'Closed', 'Identity checked']),
            ...rows.map((row) => [
              row.isDrill ? `Drill ${row.number}` : row.number,
              row.direction === 'in' ? 'to us' : 'from us',
              row.organization,
              row.basis,
              row.reference,
              row.items,
              at(row.receivedAt),
              at(row.targetAt),
              at(row.legalDueAt),
              at(row.acknowledgedAt),
              at(row.answeredAt),
              at(row.endedAt),
              row.isIdentityChecked ? 'yes' : 'no',
            ]),
          ]),
      ),
    }
    for (const { id, number, isDrill } of rows) {
      if (!isDrill) continue
      const sheet = await run.read((tx) => readDrillSheet(tx, run.session, id))
      if (sheet) yield await printFile(run, `09-tracing/drill-${number}`, drillSheet(sheet, stampOf(run)))
    }
  },
}
