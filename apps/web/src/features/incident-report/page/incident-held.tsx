import { Box } from '@mantine/core'
import { IncidentPart } from '../form/incident-part.tsx'
import type { Incident } from '../use-incident.ts'
import { IncidentHolds } from './incident-holds.tsx'

/** Product held for an incident: nothing is released while the incident is open; afterwards the product is released or disposed of. */
export function IncidentHeld({ incident: { locationId, form, state } }: { incident: Incident }) {
  const isOver = state === 'TERMINATED'
  return (
    <IncidentPart id="incident-held" title="Quarantine">
      <Box component="p" c="var(--ink-2)">
        {isOver
          ? 'The incident is over. Release what turned out to be fine, and record the disposal of what is not.'
          : 'Keep the product on hold, apart from the rest, until it is disposed of or the FDA agrees that the notification is no longer necessary.'}
      </Box>
      <IncidentHolds locationId={locationId} form={form} settle={isOver} />
    </IncidentPart>
  )
}
