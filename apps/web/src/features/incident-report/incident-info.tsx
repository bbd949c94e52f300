import { Box, Button, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { saidOr } from '../../api/query-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { IncidentClock } from './incident-clock.tsx'
import { IncidentFields } from './incident-fields.tsx'
import { IncidentHolds } from './incident-holds.tsx'
import { IncidentSent } from './incident-sent.tsx'
import { Agreed, IncidentStanding } from './incident-state.tsx'
import { Notices } from './notices.tsx'
import { useIncident } from './use-incident.ts'
import { Waiting } from './waiting.tsx'

interface IncidentInfoProps {
  incidentId: number | undefined
  onClose: () => void
}

/** One report: fields that are saved as they are left, what was sent, and what comes next. The same as a page of its own has its history too. */
export function IncidentInfo({ incidentId, onClose }: IncidentInfoProps) {
  const incident = useIncident(incidentId)
  const { data } = incident
  const isOver = data?.state === 'TERMINATED'
  return (
    <Dialog
      opened={incidentId !== undefined}
      onClose={onClose}
      title="Incident Info"
      size={820}
      busy={!data}
      foot={
        <>
          {data && (
            <Box component="p" mr="auto" style={{ alignSelf: 'center' }}>
              <Link href={`/incidenttracker/${data.id}`}>Open as a page</Link>
            </Box>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {data && !isOver && (
            <>
              <Button component={Link} href={`/reportanincident/${data.id}/terminate`}>
                Terminate
              </Button>
              <Button component={Link} href={`/reportanincident/${data.id}/followup`} variant="filled">
                Follow Up
              </Button>
            </>
          )}
        </>
      }
    >
      <Loaded
        query={incident}
        what={saidOr(incident.error, 'This incident could not be loaded.')}
        meaning="What was reported is safe."
        waiting={<Waiting />}
      >
        {(data) => (
          <Stack gap="lg" mah="min(68vh, 900px)" style={{ overflow: 'auto' }}>
            <IncidentStanding incident={data} />
            <IncidentHolds locationId={data.locationId} form={data.form} />
            <IncidentClock incident={data} />
            <IncidentFields incident={data} />
            <IncidentSent incident={data} />
            <Notices incident={data} />
            {data.state === 'TERMINATION' && <Agreed incidentId={data.id} />}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}
