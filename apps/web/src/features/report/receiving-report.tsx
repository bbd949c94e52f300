import { groupCode } from '@seriatim/gs1'
import { RECEIVED_HOW, writeProducts } from '@seriatim/schema'
import type { Outputs } from '../../api/trpc.ts'
import { DesktopOnly } from '../../ui/layout/phone-only.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatCount, formatDate, formatDateTime, formatDay } from '../../ui/text/format.ts'
import { Amount, ReportPart, RowsLeft } from './report-part.tsx'
import { everyDay, type Range, useReceivingReport } from './use-report.ts'

type Report = Outputs['report']['readReceiving']

const days: TableColumn<Report['days'][number]>[] = [
  { key: 'day', label: 'Day', card: 'title', cell: ({ day }) => formatDate(day) },
  {
    key: 'received',
    label: 'Packages received, net',
    align: 'end',
    card: 'foot',
    cell: ({ received }) => <Amount n={received} of="received" />,
  },
  { key: 'takenBack', label: 'Undone', align: 'end', card: 'state', cell: ({ takenBack }) => <Amount n={takenBack} of="undone" /> },
]

const receipts: TableColumn<Report['rows'][number]>[] = [
  { key: 'at', label: 'When', card: 'line', nowrap: true, cell: ({ at }) => formatDateTime(at) },
  { key: 'by', label: 'Who', card: 'title', cell: ({ by }) => by },
  {
    key: 'how',
    label: 'How',
    card: 'state',
    cell: ({ how, isUndo, isVoided }) => `${isUndo ? 'Undone: ' : ''}${RECEIVED_HOW[how]}${isVoided ? ' (order since voided)' : ''}`,
  },
  {
    key: 'order',
    label: 'Order',
    link: true,
    cell: ({ purchaseOrderNumbers }) => (purchaseOrderNumbers.length ? `PO ${purchaseOrderNumbers.join(', ')}` : 'Order without a number'),
  },
  { key: 'sender', label: 'Sender', leaves: 'wide', cell: ({ senderName }) => senderName ?? 'Sender not named' },
  { key: 'location', label: 'Location', leaves: 'wide', cell: ({ locationName }) => locationName },
  { key: 'product', label: 'Product', leaves: 'medium', card: 'line', cell: ({ products }) => writeProducts(products) },
  {
    key: 'serial',
    label: 'Serial number',
    nowrap: true,
    card: 'line',
    cell: ({ serialNumber }) =>
      serialNumber === null ? <DesktopOnly>–</DesktopOnly> : <Code groups={groupCode('serial', serialNumber)} small />,
  },
  {
    key: 'amount',
    label: 'Packages',
    align: 'end',
    card: 'foot',
    cell: ({ amount, isUndo }) => <Amount n={isUndo ? -amount : amount} of="packages" />,
  },
]

export function ReceivingReport({ range }: { range: Range }) {
  const report = useReceivingReport(range)
  const { data } = report
  const known = new Map(data?.days.map((day) => [day.day, day]))
  return (
    <ReportPart
      report={report}
      isEmpty={data?.rows.length === 0}
      totals={[
        [formatCount(data?.receipts ?? 0), data?.receipts === 1 ? 'receipt' : 'receipts'],
        [formatCount(data?.received ?? 0), data?.received === 1 ? 'package received, net' : 'packages received, net'],
        [formatCount(data?.takenBack ?? 0), 'undone'],
        ...(data?.voided ? [[formatCount(data.voided), 'in orders voided later'] as const] : []),
      ]}
      chart={{
        by: 'day',
        data: everyDay(range).map((day) => ({
          day: formatDay(day),
          received: known.get(day)?.received ?? 0,
          takenBack: known.get(day)?.takenBack ?? 0,
        })),
        series: [
          { name: 'received', label: 'Packages received, net', color: 'var(--action)' },
          { name: 'takenBack', label: 'Undone', color: 'var(--attention)' },
        ],
      }}
    >
      <Section title="By day">
        <DataTable label="Packages received by day" columns={days} rows={data?.days} rowKey={(row) => row.day} />
      </Section>
      <Section title="Receipts">
        <DataTable
          label="Receipts"
          columns={receipts}
          rows={data?.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `/orders/receive/${row.documentId}`}
        />
        <RowsLeft shown={data?.rows.filter((row) => !row.isUndo).length ?? 0} all={data && data.rows.length >= SHOWN ? data.receipts : 0} />
      </Section>
    </ReportPart>
  )
}

/** Maximum number of rows that the server sends. */
const SHOWN = 500
