import { Box, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Failed, Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { Muted } from '../../../ui/text/text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import { IncidentClock } from '../tracker/incident-clock.tsx'
import { IncidentFields } from '../tracker/incident-fields.tsx'
import { Agreed, IncidentStanding } from '../tracker/incident-state.tsx'
import { Waiting, WaitingCard } from '../tracker/waiting.tsx'
import { useIncident } from '../use-incident.ts'
import { IncidentHeld } from './incident-held.tsx'
import { IncidentSent } from './incident-sent.tsx'
import { Notices } from './notices.tsx'

const crumbs = [{ label: 'Incident Tracker', href: '/incidenttracker' }]

/** Incident Info as a full page with a URL that can be shared. */
export default function IncidentPage() {
  const [, params] = useRoute('/incidenttracker/:incidentId')
  const incident = useIncident(Number(params?.incidentId) || 0)
  const { data } = incident
  if (!data)
    return (
      <Page title="Incident Info" crumbs={crumbs}>
        {incident.error ? (
          <Failed query={incident} subject="This incident" sentence={findServerSentence(incident.error)} meaning="Your reports are safe." />
        ) : (
          <WaitingCard />
        )}
      </Page>
    )
  const { id, form, incidentNumber, state } = data
  const next = state !== 'TERMINATED' && (
    <>
      <Button component={Link} href={`/reportanincident/${id}/terminate`}>
        Terminate
      </Button>
      <Button component={Link} href={`/reportanincident/${id}/followup`} variant="filled">
        Follow Up
      </Button>
    </>
  )
  return (
    <Page
      title="Incident Info"
      crumbs={[...crumbs, { label: incidentNumber ?? 'No number yet' }]}
      lede={`${form.nameOfProduct}, ${incidentNumber ? `incident number ${incidentNumber}` : 'no incident number yet'}`}
      actions={next}
      thumb={next}
      full
    >
      <AutoGrid least={520}>
        <Stack gap="md">
          <h2>Status</h2>
          <Parts>
            <IncidentStanding incident={data} />
            <IncidentClock incident={data} />
            {state === 'TERMINATION' && <Agreed incidentId={id} />}
            <IncidentHeld incident={data} />
          </Parts>
          <Parts>
            <IncidentFields incident={data} />
          </Parts>
        </Stack>
        <Stack gap="md">
          <h2>What happened</h2>
          <Parts>
            <IncidentSent incident={data} />
            <Notices incident={data} />
          </Parts>
          <Parts>
            <IncidentHistory incidentId={id} />
          </Parts>
        </Stack>
      </AutoGrid>
    </Page>
  )
}

function Parts({ children }: { children: ReactNode }) {
  return (
    <Card>
      <Stack gap="lg" p={20}>
        {children}
      </Stack>
    </Card>
  )
}

/** Log of an incident, newest first, including the status of its emails. */
function IncidentHistory({ incidentId }: { incidentId: number }) {
  const history = trpc.incidentReport.readManyHistory.useQuery({ incidentId })
  return (
    <IncidentPart id="incident-history" title="History">
      <Loaded query={history} subject="The history" meaning="Your reports are safe." waiting={<Waiting />}>
        {(entries) => (
          <Stack component="ol" gap="sm">
            {entries.map(({ at, by, what, detail }) => (
              <Group component="li" key={`${at} ${what} ${detail}`} gap="sm" align="flex-start" wrap="nowrap">
                <Box component="time" w={112} flex="none" c="var(--ink-2)" dateTime={at}>
                  {formatDateTime(at)}
                </Box>
                <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <b>{what}</b>
                  {detail && <p>{detail}</p>}
                  {by && (
                    <Muted>
                      {by.firstName} {by.lastName}
                    </Muted>
                  )}
                </Box>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </IncidentPart>
  )
}
