import { SHIPMENT_PURPOSES } from '@seriatim/schema'
import type { Outputs } from '../../api/trpc.ts'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { formatCount, formatDateTime, formatDay, formatMoney } from '../../ui/text/format.ts'
import { Amount, ReportPart, RowsLeft } from './report-part.tsx'
import { everyDay, type Range, useShipmentReport } from './use-report.ts'

type Report = Outputs['report']['readShipments']

const purposes: TableColumn<Report['purposes'][number]>[] = [
  { key: 'purpose', label: 'Purpose', card: 'title', cell: ({ purpose }) => SHIPMENT_PURPOSES[purpose].name },
  {
    key: 'shipments',
    label: 'Shipments',
    align: 'end',
    card: 'line',
    cell: ({ shipments }) => <Amount n={shipments} of={shipments === 1 ? 'shipment' : 'shipments'} />,
  },
  {
    key: 'meds',
    label: 'Packages',
    align: 'end',
    card: 'foot',
    cell: ({ meds }) => <Amount n={meds} of={meds === 1 ? 'package' : 'packages'} />,
  },
  { key: 'back', label: 'Came back', align: 'end', card: 'line', cell: ({ back }) => <Amount n={back} of="came back" /> },
  {
    key: 'value',
    label: 'Value',
    align: 'end',
    card: 'state',
    cell: ({ valueCents, shipments, withoutValue }) => (
      <>
        <PhoneOnly>Value: </PhoneOnly>
        {withoutValue === shipments ? 'not entered' : formatMoney(valueCents / 100)}
      </>
    ),
  },
  {
    key: 'without',
    label: 'Without a value',
    align: 'end',
    leaves: 'medium',
    cell: ({ withoutValue }) => <Amount n={withoutValue} of="without a value" />,
  },
]

const shipments: TableColumn<Report['rows'][number]>[] = [
  { key: 'at', label: 'Sent', card: 'line', nowrap: true, cell: ({ at }) => formatDateTime(at) },
  { key: 'number', label: 'Shipment', link: true, nowrap: true, card: 'title', cell: ({ id }) => `Shipment ${id}` },
  { key: 'purpose', label: 'Purpose', card: 'line', cell: ({ purpose }) => SHIPMENT_PURPOSES[purpose].name },
  { key: 'to', label: 'To', card: 'line', cell: ({ toName }) => toName },
  { key: 'from', label: 'From', leaves: 'wide', cell: ({ locationName }) => locationName },
  { key: 'by', label: 'Sent by', leaves: 'medium', cell: ({ by }) => by },
  { key: 'approved', label: 'Approved by', leaves: 'wide', cell: ({ approvedBy }) => approvedBy ?? '–' },
  {
    key: 'meds',
    label: 'Packages',
    align: 'end',
    card: 'foot',
    cell: ({ meds }) => <Amount n={meds} of={meds === 1 ? 'package' : 'packages'} />,
  },
  { key: 'back', label: 'Came back', align: 'end', leaves: 'medium', cell: ({ back }) => formatCount(back) },
  {
    key: 'value',
    label: 'Value',
    align: 'end',
    leaves: 'medium',
    cell: ({ valueCents }) => (valueCents === null ? '–' : formatMoney(valueCents / 100)),
  },
  { key: 'state', label: 'State', card: 'state', cell: ({ isVoided }) => (isVoided ? 'Voided' : 'Sent') },
]

export function ShipmentReport({ range }: { range: Range }) {
  const report = useShipmentReport(range)
  const { data } = report
  const all = (data?.shipments ?? 0) + (data?.voided ?? 0)
  const known = new Map(data?.days.map((day) => [day.day, day.meds]))
  return (
    <ReportPart
      report={report}
      isEmpty={all === 0}
      totals={[
        [formatCount(data?.shipments ?? 0), data?.shipments === 1 ? 'shipment sent' : 'shipments sent'],
        [formatCount(data?.meds ?? 0), data?.meds === 1 ? 'package' : 'packages'],
        [formatCount(data?.back ?? 0), 'came back'],
        ...(data && data.withoutValue < data.shipments ? [[formatMoney(data.valueCents / 100), 'value entered'] as const] : []),
        ...(data?.voided ? [[formatCount(data.voided), 'voided'] as const] : []),
      ]}
      chart={{
        by: 'day',
        data: everyDay(range).map((day) => ({ day: formatDay(day), meds: known.get(day) ?? 0 })),
        series: [{ name: 'meds', label: 'Packages sent', color: 'var(--action)' }],
      }}
    >
      <Section title="By purpose">
        <DataTable label="Shipments by purpose" columns={purposes} rows={data?.purposes} rowKey={(row) => row.purpose} />
      </Section>
      <Section title="Shipments">
        <DataTable
          label="Shipments"
          columns={shipments}
          rows={data?.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `/outbound/${row.id}`}
        />
        <RowsLeft shown={data?.rows.length ?? 0} all={all} />
      </Section>
    </ReportPart>
  )
}
