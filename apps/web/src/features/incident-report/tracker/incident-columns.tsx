import { Box, Stack, Text } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { INCIDENT_MISSING } from '@seriatim/schema'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Outputs } from '../../../api/trpc.ts'
import { Badge, type Meaning } from '../../../ui/feedback/badge.tsx'
import { RunningClock } from '../../../ui/feedback/running-clock.tsx'
import type { TableColumn } from '../../../ui/table/data-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconButton } from '../../../ui/text/icon-button.tsx'

export type IncidentRow = Outputs['incidentReport']['readManyBySearch']['items'][number]
export type IncidentState = IncidentRow['state']['value']

const stateWords: Record<IncidentState, { words: string; meaning?: Meaning }> = {
  SUBMITTED: { words: 'Waiting for incident number', meaning: 'attention' },
  ACKNOWLEDGED: { words: 'Acknowledged', meaning: 'info' },
  FOLLOWUP: { words: 'Followed up', meaning: 'info' },
  TERMINATION: { words: 'Termination requested', meaning: 'attention' },
  TERMINATED: { words: 'Terminated', meaning: 'done' },
}

export function StateBadge({ state }: { state: IncidentState }) {
  const { words, meaning } = stateWords[state]
  return <Badge meaning={meaning}>{words}</Badge>
}

const Faint = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
)

/** Shows the first serial number and how many more there are. */
function Serial({ text }: { text: string }) {
  const [first = '', ...more] = text.split(/[\s,;]+/).filter(Boolean)
  if (!first) return '–'
  return (
    <>
      <Code groups={groupCode('serial', first)} boldTail />
      {more.length > 0 && <Faint> +{more.length}</Faint>}
    </>
  )
}

export function incidentColumns(onDownload: (row: IncidentRow) => void): readonly TableColumn<IncidentRow>[] {
  return [
    {
      key: 'warning',
      label: 'No incident number',
      hiddenLabel: true,
      width: 40,
      card: 'state',
      cell: ({ incidentNumber }) =>
        incidentNumber.value === null && (
          <Box component="span" display="inline-flex" c="var(--attention-text)" pr={6}>
            <Glyph of={IconAlertTriangle} label="No incident number yet" />
          </Box>
        ),
    },
    {
      key: 'serial',
      nowrap: true,
      label: 'Serial',
      link: true,
      card: 'line',
      cell: ({ serialNumber }) => <Serial text={serialNumber.value} />,
    },
    { key: 'type', nowrap: true, label: 'Report type', card: 'line', cell: ({ reportType }) => reportType.value },
    {
      key: 'number',
      nowrap: true,
      label: 'Incident number',
      card: 'line',
      cell: ({ incidentNumber, state }) => (
        <Stack gap={4} align="flex-start" py={2}>
          {incidentNumber.value === null ? (
            state.value !== 'SUBMITTED' && <Faint>No number yet</Faint>
          ) : (
            <span>{incidentNumber.value}</span>
          )}
          <StateBadge state={state.value} />
        </Stack>
      ),
    },
    {
      key: 'name',
      label: 'Med name',
      card: 'title',
      width: 160,
      cell: ({ productName, clock }) => (
        <>
          {productName.value || '–'}
          {clock.value && (
            <Box mt={2}>
              <RunningClock due={clock.value.dueAt} missing={clock.value.missing.map((one) => INCIDENT_MISSING[one])} />
            </Box>
          )}
        </>
      ),
    },
    { key: 'ndc', nowrap: true, label: 'NDC', leaves: 'wide', cell: ({ ndc }) => (ndc.value ? <Code groups={[ndc.value]} /> : '–') },
    {
      key: 'lot',
      nowrap: true,
      label: 'Lot',
      leaves: 'medium',
      cell: ({ lotNumber }) => (lotNumber.value ? <Code groups={[lotNumber.value]} /> : '–'),
    },
    { key: 'created', nowrap: true, label: 'Date created', card: 'foot', cell: ({ dateCreated }) => formatDate(dateCreated.value) },
    { key: 'by', label: 'Created by', leaves: 'medium', cell: ({ createdBy }) => createdBy.value },
    { key: 'location', label: 'Location', leaves: 'medium', cell: ({ customerLocationName }) => customerLocationName.value },
    {
      key: 'download',
      label: 'Download',
      hiddenLabel: true,
      width: 48,
      cell: (row) => (
        <IconButton
          of={IconDownload}
          size="xs"
          label={`Download the report of ${formatDate(row.dateCreated.value)}`}
          onClick={() => onDownload(row)}
        />
      ),
    },
  ]
}
