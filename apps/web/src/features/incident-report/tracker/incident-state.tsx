import { Button, Group, Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { INCIDENT_MISSING } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { RunningClock } from '../../../ui/feedback/running-clock.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatLongDateTime } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import type { Incident } from '../use-incident.ts'
import { StateBadge } from './incident-columns.tsx'

/** An incident's state and next deadline, followed by facts about its subject. `paired`: shows the facts in pairs, side by side. */
export function IncidentStanding({ incident, paired = false }: { incident: Incident; paired?: boolean }) {
  const { state, clock, determinedAt, terminatedAt, locationName, investigationId, incidentNumber, form } = incident
  const [serial, ...more] = form.serialNumber.split(/[\s,;]+/).filter(Boolean)
  return (
    <Stack gap="sm">
      <Group gap="6px 12px">
        <StateBadge state={state} />
        {clock && <RunningClock due={clock.dueAt} missing={clock.missing.map((one) => INCIDENT_MISSING[one])} />}
        {terminatedAt && <Quiet>Terminated {formatLongDateTime(terminatedAt)}</Quiet>}
      </Group>
      <Facts
        paired={paired}
        facts={[
          {
            label: 'Product',
            value: form.nameOfProduct || '–',
            sub: [form.strength, form.ndc && `NDC ${form.ndc}`].filter(Boolean).join(', '),
          },
          {
            label: more.length > 0 ? 'Serial numbers' : 'Serial number',
            value: serial ? <Code groups={groupCode('serial', serial)} boldTail /> : '–',
            sub: more.length > 0 && `and ${more.length} more`,
          },
          { label: 'Lot', value: form.lotNumber || '–' },
          { label: 'Incident number', value: incidentNumber ?? 'The FDA has not assigned one yet' },
          { label: 'Classification', value: writeClassification(form.classification) },
          { label: 'Determined', value: formatLongDateTime(determinedAt), sub: locationName },
          ...(investigationId === null
            ? []
            : [
                { label: 'Investigation', value: <Link href={`/investigations/${investigationId}`}>Investigation {investigationId}</Link> },
              ]),
        ]}
      />
    </Stack>
  )
}

/** `INTENTIONAL ADULTERATION` -> `Intentional adulteration` */
const writeClassification = (text: string) => (text ? text.charAt(0) + text.slice(1).toLowerCase() : '–')

/** Asks the user to confirm that the FDA agreed, because terminating an incident is the FDA's decision. */
export function Agreed({ incidentId }: { incidentId: number }) {
  const terminate = useDialogMutation(
    trpc.incidentReport.updateTerminatedById.useMutation({ meta: { done: 'Incident terminated.', touches: ['incidentReport'] } }),
  )
  return (
    <IncidentPart id="incident-agreed" title="Termination">
      <Muted>When the FDA has agreed, mark the incident as terminated and inform the partners you notified earlier.</Muted>
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
        <p>
          No further report can be sent about this incident. Do this when the FDA has agreed that the notification is no longer necessary.
        </p>
      </ConfirmDialog>
    </IncidentPart>
  )
}
