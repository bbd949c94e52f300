import './incident.css'
import './incident-page.css'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { countOf } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryState } from '../../ui/use-query-state.ts'
import { Drafts } from './drafts.tsx'
import { incidentColumns } from './incident-columns.tsx'
import { IncidentInfo } from './incident-info.tsx'
import { useDownloadReport } from './use-download-report.ts'

const fields = [
  ['serialNumber', 'Serial', 'field--keep'],
  ['ndc', 'NDC', 'field--s'],
  ['medName', 'Med name', 'field--m'],
  ['incidentNumber', 'Incident number', 'field--m'],
] as const
type Filters = Record<(typeof fields)[number][0], string>
const none: Filters = { serialNumber: '', ndc: '', medName: '', incidentNumber: '' }

export default function IncidentTrackerPage() {
  const [query, setQuery] = useQueryState()
  const { id: customerLocationId } = useLocationScope()
  const filters: Filters = {
    serialNumber: query.serialNumber ?? '',
    ndc: query.ndc ?? '',
    medName: query.medName ?? '',
    incidentNumber: query.incidentNumber ?? '',
  }
  const written = JSON.stringify(filters)
  const [draft, setDraft] = useState(filters)
  useEffect(() => setDraft(JSON.parse(written) as Filters), [written]) // as it was written in the line above
  const [sheet, setSheet] = useState(false)
  const download = useDownloadReport()
  const incidents = trpc.incidentReport.readManyBySearch.useInfiniteQuery(
    { ...filters, customerLocationId },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, trpc: { abortOnUnmount: true } },
  )
  const rows = incidents.data?.pages.flatMap((page) => page.items)
  const opened = Number(query.incident) || undefined
  const chips = fields.flatMap(([name, label]) =>
    filters[name] ? [{ key: name, label, value: filters[name], onRemove: () => setQuery({ [name]: undefined }) }] : [],
  )
  const report = (
    <Button component={Link} href="/reportanincident" variant="filled">
      Report An Incident
    </Button>
  )
  return (
    <Page
      title="Incident Tracker"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'Incident Tracker' }]}
      full
      actions={report}
      thumb={
        <>
          <Button onClick={() => setSheet(true)}>Filters</Button>
          {report}
        </>
      }
    >
      <Drafts />
      <FilterBar
        label="Incidents"
        onSubmit={() => setQuery(Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])))}
        chips={chips}
        count={rows && (incidents.hasNextPage ? `More than ${rows.length} reports` : countOf(rows.length, 'report'))}
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
      >
        {fields.map(([name, label, className]) => (
          <TextInput
            key={name}
            label={label}
            placeholder="Any"
            className={className}
            autoComplete="off"
            spellCheck={false}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
      </FilterBar>
      <DataTable
        label="Incidents"
        className="meds incidents"
        columns={incidentColumns((row) => void download(row.filepath.value))}
        rows={rows}
        rowKey={(row) => row.id.value}
        rowHref={(row) => `/incidenttracker?${new URLSearchParams({ ...query, incident: String(row.id.value) })}`}
        isCurrent={(row) => row.id.value === opened}
        more={{ has: incidents.hasNextPage, loading: incidents.isFetchingNextPage, onMore: () => void incidents.fetchNextPage() }}
        empty={
          JSON.stringify(filters) === JSON.stringify(none) ? (
            <EmptyState>Reports of illegitimate product will be listed here, each with what came back.</EmptyState>
          ) : (
            <EmptyState action={<Button onClick={() => setQuery(none)}>Clear the search</Button>}>
              No results. Please modify the search parameters and search again.
            </EmptyState>
          )
        }
        error={
          incidents.isError &&
          !rows && (
            <Failed
              query={incidents}
              what="The incidents could not be loaded."
              meaning="What was reported is safe; this page just cannot reach the server."
            />
          )
        }
      />
      <IncidentInfo incidentId={opened} onClose={() => setQuery({ incident: undefined })} />
    </Page>
  )
}
