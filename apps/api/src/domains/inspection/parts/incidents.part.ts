import { formatAmount, gapOf, NOTIFY_MS } from '@seriatim/schema'
import { HOUR_MS, MINUTE_MS, wallClock } from '../../../core/day.ts'
import { safeSegment } from '../../../pack/pack-content.ts'
import { type IncidentRow, listIncidentRows } from './incidents.queries.ts'
import { csvPages, type PartSource } from './part.ts'
import { storedFile } from './part-files.ts'

const MOST = 10_000

/** How long after the deadline the FDA was notified of an incident; 0 if in time. If no notification is on record, counts until `now`. */
export function lateMs({ determinedAt, toldAt }: Pick<IncidentRow, 'determinedAt' | 'toldAt'>, now: Date): number {
  return Math.max(0, (toldAt ?? now).getTime() - determinedAt.getTime() - NOTIFY_MS)
}

/** A span in words: `1 h 20 min`. */
export function spanWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.ceil((ms % HOUR_MS) / MINUTE_MS)
  return [hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${minutes} min`].filter(Boolean).join(' ')
}

/** Whether a report is the first one about its incident: only the first report counts as the notification. */
const isFirst = ({ reportType }: IncidentRow) => reportType === 'INITIAL'

export const incidentsPart: PartSource = {
  part: 'incidents',
  async count(tx, { selection }) {
    return formatAmount((await listIncidentRows(tx, selection, 0, MOST)).length, 'report')
  },
  async gaps(tx, { selection, session }) {
    const late = (await listIncidentRows(tx, selection, 0, MOST)).filter((row) => isFirst(row) && lateMs(row, session.now) > 0)
    const item = (row: IncidentRow) => ({
      text: `${row.productName}: ${row.toldAt ? `sent ${spanWords(lateMs(row, session.now))} late` : 'no notification to the FDA on record'}`,
      path: `/incidenttracker/${row.id}`,
    })
    const unreported = late.filter(({ toldAt }) => toldAt === null)
    const sent = late.filter(({ toldAt }) => toldAt !== null)
    return [
      ...gapOf('incidents', sent, (amount) => `${formatAmount(amount, 'report')} sent late`, item),
      ...gapOf('incidents', unreported, (amount) => `${formatAmount(amount, 'report')} without a notification to the FDA on record`, item),
    ]
  },
  async *files(run) {
    const { selection } = run
    const clock = wallClock(selection.timeZone)
    const at = (moment: Date | null) => moment && clock(moment)
    yield {
      name: '07-3911/reports.csv',
      content: csvPages<IncidentRow>(
        run,
        [
          'Report',
          'Type',
          'Incident number',
          'Product',
          'NDC',
          'Lot',
          'Serial number',
          'Location',
          'Determined',
          'Created',
          'Created by',
        ].concat(['FDA notified', 'Partners notified', 'Terminated']),
        (tx, after) => listIncidentRows(tx, selection, after?.id ?? 0, 1000),
        (row) => [
          row.id,
          row.reportType,
          row.incidentNumber,
          row.productName,
          row.ndc,
          row.lotNumber,
          row.serialNumber,
          row.locationName,
          clock(row.determinedAt),
          clock(row.createdAt),
          row.by,
          at(row.toldAt),
          at(row.partnersToldAt),
          at(row.terminatedAt),
        ],
      ),
    }
    for (let after = 0; ; ) {
      const from = after
      const rows = await run.read((tx) => listIncidentRows(tx, selection, from, 100))
      for (const row of rows) {
        const file = { sha256: row.pdfSha256, filename: `form-3911-${row.id}-${safeSegment(row.reportType)}.pdf` }
        yield await storedFile(run, '07-3911', file, { part: 'incidents', path: `/incidenttracker/${row.id}` })
      }
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  },
}
