import { Box, Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { findServerSentence } from '../../../api/query-client.ts'
import { TraceButton } from '../../../shell/trace-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import css from '../incident.module.css'
import { IncidentClock } from '../tracker/incident-clock.tsx'
import { IncidentFields } from '../tracker/incident-fields.tsx'
import { Agreed, IncidentStanding } from '../tracker/incident-state.tsx'
import { Waiting } from '../tracker/waiting.tsx'
import { useIncident } from '../use-incident.ts'
import { IncidentHeld } from './incident-held.tsx'
import { IncidentSent } from './incident-sent.tsx'
import { Notices } from './notices.tsx'

interface IncidentInfoProps {
  incidentId: number | undefined
  onClose: () => void
}

/** One incident: fields that save on blur, what was sent, and the next step. The full page adds its history. */
export function IncidentInfo({ incidentId, onClose }: IncidentInfoProps) {
  const incident = useIncident(incidentId)
  const { data } = incident
  const isOver = data?.state === 'TERMINATED'
  // Cancel sets this flag. When the dialog closes, the focused field loses the focus, and the flag keeps it from saving its value.
  const isCanceled = useRef(false)
  useEffect(() => {
    if (incidentId !== undefined) isCanceled.current = false
  }, [incidentId])
  const cancel = () => {
    isCanceled.current = true
    onClose()
  }
  return (
    <Dialog
      opened={incidentId !== undefined}
      onClose={cancel}
      title="Incident Info"
      size={820}
      busy={!data}
      foot={
        <>
          {data && (
            <Box flex="1 1 220px" style={{ alignSelf: 'center' }}>
              <Link href={`/incidenttracker/${data.id}`}>Open as a page</Link>
              {!isOver && <Muted>Fields are saved automatically. Cancel discards only the current edit.</Muted>}
            </Box>
          )}
          <Button onPointerDown={() => (isCanceled.current = true)} onClick={cancel}>
            Cancel
          </Button>
          {data && <TraceButton kind="incident" id={data.id} />}
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
        subject="This incident"
        sentence={findServerSentence(incident.error)}
        meaning="Your reports are safe."
        waiting={<Waiting />}
      >
        {(data) => (
          <Stack className={css.scroll} gap="lg">
            <IncidentStanding incident={data} paired />
            <IncidentClock incident={data} />
            <IncidentHeld incident={data} />
            {data.state === 'TERMINATION' && <Agreed incidentId={data.id} />}
            <IncidentSent incident={data} />
            <Notices incident={data} />
            <IncidentFields incident={data} isCanceled={() => isCanceled.current} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}
