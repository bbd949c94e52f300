import type { Outputs } from '../../api/trpc.ts'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { formatCount, formatDate, formatDay } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { Amount, ReportPart } from './report-part.tsx'
import { everyDay, type Range, usePedigreeReport } from './use-report.ts'

type Day = Outputs['report']['readPedigrees']['days'][number]

const columns: TableColumn<Day>[] = [
  { key: 'day', label: 'Day', card: 'title', cell: ({ day }) => formatDate(day) },
  { key: 'made', label: 'Created', align: 'end', card: 'line', cell: ({ made }) => <Amount n={made} of="made" /> },
  { key: 'received', label: 'Received', align: 'end', card: 'line', cell: ({ received }) => <Amount n={received} of="received" /> },
  { key: 'sent', label: 'Sent', align: 'end', card: 'line', cell: ({ sent }) => <Amount n={sent} of="sent" /> },
]

export function PedigreeActivity({ range }: { range: Range }) {
  const report = usePedigreeReport(range)
  const { data } = report
  const known = new Map(data?.days.map((day) => [day.day, day]))
  return (
    <ReportPart
      report={report}
      isEmpty={data?.days.length === 0}
      totals={[
        [formatCount(data?.made ?? 0), 'made'],
        [formatCount(data?.received ?? 0), 'received'],
        [formatCount(data?.sent ?? 0), 'sent'],
      ]}
      chart={{
        by: 'day',
        data: everyDay(range).map((day) => ({
          day: formatDay(day),
          made: known.get(day)?.made ?? 0,
          received: known.get(day)?.received ?? 0,
          sent: known.get(day)?.sent ?? 0,
        })),
        series: [
          { name: 'made', label: 'Created', color: 'var(--info)' },
          { name: 'received', label: 'Received', color: 'var(--action)' },
          { name: 'sent', label: 'Sent', color: 'var(--attention)' },
        ],
      }}
    >
      <Section title="By day">
        <Muted>
          Created: listed in an order or typed in. Received: excludes undone receipts and voided orders. Sent: pedigrees emailed.
        </Muted>
        <DataTable label="Pedigrees by day" columns={columns} rows={data?.days} rowKey={(row) => row.day} />
      </Section>
    </ReportPart>
  )
}
