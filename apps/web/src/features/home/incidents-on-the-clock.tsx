import { Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { INCIDENT_MISSING, NOTIFY_MS } from '@seriatim/schema'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RunningClock } from '../../ui/feedback/running-clock.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { Block } from './block.tsx'
import { JobRow, MutedText, Rows } from './rows.tsx'

type Draft = Outputs['incidentReport']['readManyDrafts'][number]
type Running = Outputs['incidentReport']['readManyClocks'][number]

const SHOWN = 5
const makeHref = ({ id, incidentId, form }: Draft) =>
  incidentId === null ? `/reportanincident?draft=${id}` : `/reportanincident/${incidentId}/${form.reportType.toLowerCase()}?draft=${id}`

interface Job {
  key: string
  href: string
  name: string
  serialNumber: string
  /** Undefined if nobody has chosen a classification yet. */
  classification: string | undefined
  locationName: string
  /** Deadline, ISO 8601; undefined if there is none. */
  due: string | undefined
  state: ReactNode
  /** The link's text and its accessible label. */
  action: readonly [words: string, label: string]
}

function jobOfDraft(draft: Draft): Job {
  const { id, form, determinedAt, locationName } = draft
  const name = form.nameOfProduct || 'Report without a product'
  const due = determinedAt && form.reportType === 'INITIAL' ? new Date(Date.parse(determinedAt) + NOTIFY_MS).toISOString() : undefined
  return {
    key: `draft ${id}`,
    href: makeHref(draft),
    name,
    serialNumber: form.serialNumber,
    classification: form.classification || undefined,
    locationName,
    due,
    state: due ? <RunningClock due={due} missing={['Not sent yet']} /> : <MutedText>Not sent yet</MutedText>,
    action: ['Continue', `Continue the report on ${name}`],
  }
}

function jobOfRunning({ id, productName, serialNumber, classification, locationName, clock }: Running): Job {
  return {
    key: `incident ${id}`,
    href: `/incidenttracker?incident=${id}`,
    name: productName,
    serialNumber,
    classification,
    locationName,
    due: clock.dueAt,
    state: <RunningClock due={clock.dueAt} missing={clock.missing.map((one) => INCIDENT_MISSING[one])} />,
    action: ['Open', `Open the incident for ${productName}`],
  }
}

/**
 * Lists unsent reports, and incidents that still need notifications within the legal 24 hours; earliest deadline first. Renders nothing if there are
 * none and no query failed.
 */
export function IncidentsOnTheClock() {
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined)
  const running = trpc.incidentReport.readManyClocks.useQuery(undefined)
  const failed = [drafts, running].filter((query) => query.isError)
  const jobs = [...(drafts.data ?? []).map(jobOfDraft), ...(running.data ?? []).map(jobOfRunning)].sort((a, b) =>
    (a.due ?? '9').localeCompare(b.due ?? '9'),
  )
  if (jobs.length === 0 && failed.length === 0) return null
  return (
    <Block
      id="home-incidents"
      title="Incidents on the clock"
      amount={jobs.length > 0 && jobs.length}
      all={{ href: '/incidenttracker', words: 'Incident Tracker' }}
    >
      {failed.length > 0 && (
        <ErrorState
          subject={jobs.length > 0 ? 'Some incidents' : 'The incidents'}
          meaning="Nothing was lost, and the 24-hour deadline still applies. This page cannot reach the server."
          retrying={failed.some((query) => query.isFetching)}
          onRetry={() => failed.map((query) => query.refetch())}
        />
      )}
      {jobs.length > 0 && (
        <Rows>
          {jobs.slice(0, SHOWN).map((job) => (
            <IncidentRow key={job.key} job={job} />
          ))}
        </Rows>
      )}
      {jobs.length > SHOWN && <Muted>{jobs.length - SHOWN} more in the Incident Tracker</Muted>}
    </Block>
  )
}

function IncidentRow({ job: { href, name, serialNumber, classification, locationName, state, action } }: { job: Job }) {
  const [serial] = serialNumber.split(/[\s,;]+/).filter(Boolean)
  return (
    <JobRow
      title={<Link href={href}>{name}</Link>}
      under={
        <p>
          {serial ? (
            <>
              Serial <Code groups={groupCode('serial', serial)} boldTail />
            </>
          ) : (
            locationName
          )}
          {classification && `, classified ${classification}`}
        </p>
      }
      state={state}
      align="flex-start"
      action={
        <Button component={Link} href={href} size="xs" aria-label={action[1]}>
          {action[0]}
        </Button>
      }
    />
  )
}
