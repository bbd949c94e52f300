import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { useLocationScope } from '../../../shell/use-location-scope.ts'
import { type FilterField, useFilters } from '../../../ui/form/use-filters.ts'
import { useQueryState } from '../../../ui/form/use-query-state.ts'
import { ListPage } from '../../../ui/table/list-page.tsx'
import { usePageLimit } from '../../../ui/table/use-page-limit.ts'
import { formatAmount } from '../../../ui/text/format.ts'
import css from '../incident.module.css'
import { IncidentInfo } from '../page/incident-info.tsx'
import { useDownloadReport } from '../preview/use-download-report.ts'
import { Drafts } from './drafts.tsx'
import { DueNow } from './due-now.tsx'
import { incidentColumns } from './incident-columns.tsx'

const fields: readonly FilterField<'serialNumber' | 'ndc' | 'medName' | 'incidentNumber'>[] = [
  { kind: 'text', name: 'serialNumber', label: 'Serial', keep: true },
  { kind: 'text', name: 'ndc', label: 'NDC', short: true },
  { kind: 'text', name: 'medName', label: 'Med name' },
  { kind: 'text', name: 'incidentNumber', label: 'Incident number' },
]

export default function IncidentTrackerPage() {
  const [address, setAddress] = useQueryState()
  const filters = useFilters(fields)
  const { id: customerLocationId } = useLocationScope()
  const download = useDownloadReport()
  const incidents = trpc.incidentReport.readManyBySearch.useInfiniteQuery(
    { ...filters.values, customerLocationId, ...usePageLimit() },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, trpc: { abortOnUnmount: true } },
  )
  const amount = incidents.data?.pages.reduce((sum, { items }) => sum + items.length, 0)
  const opened = Number(address.incident) || undefined
  return (
    <>
      <ListPage
        name="incidents"
        title="Incident Tracker"
        crumbs={[{ label: 'Incident Tracker' }]}
        action={
          <>
            <Button component={Link} href="/investigations">
              Investigations
            </Button>
            <Button component={Link} href="/reportanincident" variant="filled">
              Report An Incident
            </Button>
          </>
        }
        thumbAction={
          <Button component={Link} href="/reportanincident" variant="filled">
            Report An Incident
          </Button>
        }
        label="Incidents"
        className={css.list}
        filters={filters}
        query={incidents}
        columns={incidentColumns((row) => void download(row.filepath.value))}
        rowKey={(row) => row.id.value}
        rowHref={(row) => `/incidenttracker?${new URLSearchParams({ ...address, incident: String(row.id.value) })}`}
        isCurrent={(row) => row.id.value === opened}
        count={amount !== undefined && (incidents.hasNextPage ? `More than ${amount} reports` : formatAmount(amount, 'report'))}
        empty={{ words: 'Reports of illegitimate product will be listed here, each with the FDA’s reply.' }}
        failed={{
          subject: 'The incidents',
          safe: 'Your reports are safe',
        }}
      >
        <DueNow />
        <Drafts />
      </ListPage>
      <IncidentInfo incidentId={opened} onClose={() => setAddress({ incident: undefined })} />
    </>
  )
}
