import { Box, Group } from '@mantine/core'
import { INCIDENT_STATES, INCIDENT_TYPES } from '@seriatim/schema'
import type { Outputs } from '../../api/trpc.ts'
import { Section } from '../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { formatCount, formatDateTime } from '../../ui/text/format.ts'
import { Amount, ReportPart, RowsLeft } from './report-part.tsx'
import { type Range, useIncidentReport } from './use-report.ts'

type Report = Outputs['report']['readIncidents']

const states: TableColumn<Report['states'][number]>[] = [
  { key: 'state', label: 'Where the incident stands', card: 'title', cell: ({ state }) => INCIDENT_STATES[state] },
  { key: 'amount', label: 'Incidents', align: 'end', card: 'foot', cell: ({ amount }) => <Amount n={amount} of="incidents" /> },
]
const types: TableColumn<Report['types'][number]>[] = [
  { key: 'type', label: 'Type of report', card: 'title', cell: ({ type }) => INCIDENT_TYPES[type] },
  { key: 'amount', label: 'Reports', align: 'end', card: 'foot', cell: ({ amount }) => <Amount n={amount} of="reports" /> },
]
const rows: TableColumn<Report['rows'][number]>[] = [
  { key: 'at', label: 'Sent', card: 'line', nowrap: true, cell: ({ at }) => formatDateTime(at) },
  { key: 'product', label: 'Product', link: true, card: 'title', cell: ({ productName }) => productName },
  { key: 'type', label: 'Type', cell: ({ reportType }) => INCIDENT_TYPES[reportType] },
  { key: 'state', label: 'State', card: 'state', cell: ({ state }) => INCIDENT_STATES[state] },
  { key: 'number', label: 'Incident number', leaves: 'medium', cell: ({ incidentNumber }) => incidentNumber ?? 'None yet' },
  { key: 'by', label: 'By', leaves: 'wide', cell: ({ by }) => by },
  { key: 'location', label: 'Location', leaves: 'wide', cell: ({ locationName }) => locationName },
]

export function IncidentSummary({ range }: { range: Range }) {
  const report = useIncidentReport(range)
  const { data } = report
  const incidents = data?.states.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return (
    <ReportPart
      report={report}
      isEmpty={data?.reports === 0}
      totals={[
        [formatCount(data?.reports ?? 0), data?.reports === 1 ? 'report' : 'reports'],
        [formatCount(incidents), incidents === 1 ? 'incident' : 'incidents'],
      ]}
      chart={{
        by: 'state',
        data: data?.states.map(({ state, amount }) => ({ state: INCIDENT_STATES[state], amount })) ?? [],
        series: [{ name: 'amount', label: 'Incidents', color: 'var(--action)' }],
      }}
    >
      <Group gap="lg" align="flex-start">
        <Box flex="1 1 280px">
          <Section title="By state">
            <DataTable label="Incidents by state" columns={states} rows={data?.states} rowKey={(row) => row.state} />
          </Section>
        </Box>
        <Box flex="1 1 280px">
          <Section title="By type">
            <DataTable label="Reports by type" columns={types} rows={data?.types} rowKey={(row) => row.type} />
          </Section>
        </Box>
      </Group>
      <Section title="Reports">
        <DataTable
          label="Reports"
          columns={rows}
          rows={data?.rows}
          rowKey={(row) => row.id}
          rowHref={(row) => `/incidenttracker?incident=${row.id}`}
        />
        <RowsLeft shown={data?.rows.length ?? 0} all={data?.reports ?? 0} />
      </Section>
    </ReportPart>
  )
}
