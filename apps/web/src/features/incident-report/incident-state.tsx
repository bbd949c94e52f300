import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatLongDateTime } from '../../ui/format.ts'
import { Quiet } from '../../ui/inline.tsx'
import { Muted } from '../../ui/text.tsx'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import { StateBadge } from './incident-columns.tsx'
import { Part } from './part.tsx'
import type { Incident } from './use-incident.ts'

/** Where an incident stands, in one line. */
export function IncidentStanding({
  incident: { state, determinedAt, terminatedAt, locationName, investigationId },
}: {
  incident: Incident
}) {
  return (
    <p>
      <StateBadge state={state} />{' '}
      <Quiet>
        {locationName}. Determined illegitimate {formatLongDateTime(determinedAt)}
        {terminatedAt && `, terminated ${formatLongDateTime(terminatedAt)}`}.
      </Quiet>{' '}
      {investigationId !== null && <Link href={`/investigations/${investigationId}`}>Investigation {investigationId}</Link>}
    </p>
  )
}

/** The last step is the FDA's decision. */
export function Agreed({ incidentId }: { incidentId: number }) {
  const terminate = useDialogMutation(
    trpc.incidentReport.updateTerminatedById.useMutation({ meta: { done: 'Incident terminated.', touches: ['incidentReport'] } }),
  )
  return (
    <Part id="incident-agreed" title="Termination">
      <Muted>When the FDA has agreed, mark the incident as terminated and tell the partners that you notified.</Muted>
      <Button mt="sm" onClick={terminate.open}>
        The FDA has agreed
      </Button>
      <ConfirmDialog
        opened={terminate.opened}
        onClose={terminate.close}
        title="Mark this incident as terminated"
        confirmLabel="Mark as terminated"
        destructive
        pending={terminate.isPending}
        onConfirm={() => void terminate.submit({ incidentId })}
      >
        <p>No further report can be sent about it. Do this when the FDA has said that the notification is no longer necessary.</p>
      </ConfirmDialog>
    </Part>
  )
}
