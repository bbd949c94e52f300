import { RECALL_CONFIDENCES } from '@seriatim/schema'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatCount, formatDate, formatDateTime } from '../../ui/text/format.ts'
import { Amount, ReportPart, RowsLeft } from './report-part.tsx'
import { type Range, useRecallReport } from './use-report.ts'

type Report = Outputs['report']['readRecalls']

const rows: TableColumn<Report['rows'][number]>[] = [
  { key: 'at', label: 'Found', card: 'line', nowrap: true, cell: ({ at }) => formatDateTime(at) },
  { key: 'class', label: 'Class', card: 'line', nowrap: true, cell: ({ classification }) => classification ?? 'Not classified yet' },
  { key: 'product', label: 'Product', link: true, card: 'title', cell: ({ title }) => title },
  { key: 'published', label: 'Published', leaves: 'wide', nowrap: true, cell: ({ published }) => formatDate(published) },
  { key: 'location', label: 'Location', card: 'line', cell: ({ locationName }) => locationName },
  { key: 'lot', label: 'Lot', leaves: 'medium', cell: ({ lotNumber }) => (lotNumber ? <Code groups={[lotNumber]} /> : '–') },
  { key: 'amount', label: 'Shipped to us', align: 'end', card: 'foot', cell: ({ amount }) => <Amount n={amount} of="packages" /> },
  { key: 'received', label: 'Received', align: 'end', card: 'line', cell: ({ received }) => <Amount n={received} of="received" /> },
  { key: 'match', label: 'Match', leaves: 'wide', cell: ({ confidence }) => RECALL_CONFIDENCES[confidence] },
  { key: 'done', label: 'What was done', card: 'state', cell: ({ done }) => done ?? 'Nothing yet' },
  { key: 'by', label: 'By', leaves: 'wide', cell: ({ by }) => by ?? '–' },
  { key: 'hours', label: 'Hours', align: 'end', cell: ({ hours }) => (hours === null ? '–' : formatCount(hours)) },
]

/** Lots matched with recalls in the range, what was done with them and how long that took. */
export function RecallReport({ range }: { range: Range }) {
  const standing = trpc.recall.readStanding.useQuery()
  if (standing.data && !standing.data.hasRecalls)
    return (
      <Card>
        <EmptyState>Recall alerts are not part of your subscription.</EmptyState>
      </Card>
    )
  return standing.data ? <Recalls range={range} /> : null
}

function Recalls({ range }: { range: Range }) {
  const report = useRecallReport(range)
  const { data } = report
  const [recalls, lots, open] = [data?.recalls ?? 0, data?.lots ?? 0, data?.open ?? 0]
  const classes = [...Map.groupBy(data?.rows ?? [], ({ classification }) => classification ?? 'Not classified yet')].sort(([a], [b]) =>
    a.localeCompare(b),
  )
  return (
    <ReportPart
      report={report}
      isEmpty={lots === 0}
      totals={[
        [formatCount(recalls), recalls === 1 ? 'recall' : 'recalls'],
        [formatCount(data?.packages ?? 0), data?.packages === 1 ? 'package shipped to you' : 'packages shipped to you'],
        [formatCount(data?.received ?? 0), 'of them received'],
        [formatCount(open), open === 1 ? 'lot to handle' : 'lots to handle'],
        ...(data?.medianHours == null ? [] : [[`${formatCount(data.medianHours)} h`, 'until half of the lots were handled'] as const]),
      ]}
      chart={{
        by: 'class',
        data: classes.map(([name, of]) => ({ class: name, amount: of.length })),
        series: [{ name: 'amount', label: 'Lots', color: 'var(--action)' }],
      }}
    >
      <Section title="Recalled lots">
        <DataTable
          label="Recalled lots"
          columns={rows}
          rows={data?.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `/recalls/detail/${row.recallId}`}
        />
        <RowsLeft shown={data?.rows.length ?? 0} all={lots} />
      </Section>
    </ReportPart>
  )
}
