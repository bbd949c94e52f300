import { Button } from '@mantine/core'
import { INCIDENT_MISSING } from '@seriatim/schema'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import type { Outputs } from '../../api/trpc.ts'
import { Badge, type Meaning } from '../../ui/badge.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { RunningClock } from '../../ui/running-clock.tsx'

export type IncidentRow = Outputs['incidentReport']['readManyBySearch']['items'][number]
export type IncidentState = IncidentRow['state']['value']

const stateWords: Record<IncidentState, { words: string; meaning?: Meaning }> = {
  SUBMITTED: { words: 'Awaiting its number', meaning: 'attention' },
  ACKNOWLEDGED: { words: 'Acknowledged', meaning: 'info' },
  FOLLOWUP: { words: 'Followed up', meaning: 'info' },
  TERMINATION: { words: 'Termination asked for', meaning: 'attention' },
  TERMINATED: { words: 'Terminated', meaning: 'done' },
}

export function StateBadge({ state }: { state: IncidentState }) {
  const { words, meaning } = stateWords[state]
  return <Badge {...(meaning ? { meaning } : {})}>{words}</Badge>
}

/** Serial numbers may be many: the first, and how many more. */
function Serial({ text }: { text: string }) {
  const [first = '', ...more] = text.split(/[\s,;]+/).filter(Boolean)
  if (!first) return '–'
  return (
    <>
      <Code groups={groupCode(first, 'serial')} boldTail />
      {more.length > 0 && <span className="faint"> +{more.length}</span>}
    </>
  )
}

export function incidentColumns(onDownload: (row: IncidentRow) => void): readonly Column<IncidentRow>[] {
  return [
    {
      key: 'warning',
      label: 'No incident number',
      hiddenLabel: true,
      width: 40,
      card: 'state',
      className: 'c-state',
      cell: ({ incidentNumber }) =>
        incidentNumber.value === null && (
          <span className="attention" role="img" aria-label="No incident number yet">
            <Glyph of={IconAlertTriangle} />
          </span>
        ),
    },
    {
      key: 'serial',
      label: 'Serial',
      link: true,
      card: 'line',
      className: 'nowrap',
      cell: ({ serialNumber }) => <Serial text={serialNumber.value} />,
    },
    { key: 'type', label: 'Report type', card: 'line', className: 'nowrap', cell: ({ reportType }) => reportType.value },
    {
      key: 'number',
      label: 'Incident number',
      card: 'line',
      className: 'nowrap',
      cell: ({ incidentNumber }) => incidentNumber.value ?? <span className="faint">No number yet</span>,
    },
    {
      key: 'name',
      label: 'Med name',
      card: 'title',
      className: 'c-name',
      cell: ({ productName, clock }) => (
        <>
          {productName.value || '–'}
          {clock.value && (
            <span className="incident-row-clock">
              <RunningClock due={clock.value.dueAt} missing={clock.value.missing.map((one) => INCIDENT_MISSING[one])} />
            </span>
          )}
        </>
      ),
    },
    { key: 'ndc', label: 'NDC', className: 'nowrap c-wide', cell: ({ ndc }) => (ndc.value ? <Code groups={[ndc.value]} /> : '–') },
    {
      key: 'lot',
      label: 'Lot',
      className: 'nowrap c-medium',
      cell: ({ lotNumber }) => (lotNumber.value ? <Code groups={[lotNumber.value]} /> : '–'),
    },
    { key: 'created', label: 'Date created', card: 'foot', className: 'nowrap', cell: ({ dateCreated }) => formatDate(dateCreated.value) },
    { key: 'by', label: 'Created by', className: 'c-medium', cell: ({ createdBy }) => createdBy.value },
    { key: 'location', label: 'Location', className: 'c-medium', cell: ({ customerLocationName }) => customerLocationName.value },
    { key: 'state', label: 'State', card: 'mark', className: 'nowrap', cell: ({ state }) => <StateBadge state={state.value} /> },
    {
      key: 'download',
      label: 'Download',
      hiddenLabel: true,
      width: 48,
      cell: (row) => (
        <Button
          className="btn--icon"
          size="xs"
          variant="subtle"
          aria-label={`Download the report of ${formatDate(row.dateCreated.value)}`}
          onClick={() => onDownload(row)}
        >
          <Glyph of={IconDownload} size={16} />
        </Button>
      ),
    },
  ]
}
