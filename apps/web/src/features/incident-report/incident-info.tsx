import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { INCIDENT_EDITABLE, type IncidentEditable } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { keyOf, sentenceOf } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateField, isUnread } from '../../ui/date-field.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatLongDateTime } from '../../ui/format.ts'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import { IncidentClock } from './incident-clock.tsx'
import { StateBadge } from './incident-columns.tsx'
import { IncidentHolds } from './incident-holds.tsx'
import { IncidentSent } from './incident-sent.tsx'
import { Notices } from './notices.tsx'

export type Incident = Outputs['incidentReport']['readOneById']

const labels: Record<IncidentEditable, string> = {
  incidentNumber: 'Incident number',
  nameOfProduct: 'Name of product',
  primaryIngredients: 'Primary ingredients',
  strength: 'Strength',
  quantity: 'Quantity',
  ndc: 'NDC',
  serialNumber: 'Serial numbers',
  lotNumber: 'Lot number',
  expiration: 'Expiration',
  eventNotes: 'Event notes',
  contactName: 'Contact name',
  contactPhone: 'Contact phone',
  contactEmail: 'Contact email',
}

interface IncidentInfoProps {
  incidentId: number | undefined
  onClose: () => void
}

/** One report: fields that are saved as they are left, what was sent, and what comes next. */
export function IncidentInfo({ incidentId, onClose }: IncidentInfoProps) {
  const incident = trpc.incidentReport.readOneById.useQuery(
    { incidentId: incidentId ?? 0 },
    {
      enabled: incidentId !== undefined,
      meta: { quiet: true },
      refetchInterval: ({ state }) => (state.data?.mails.some((mail) => mail.status === 'waiting') ? 2000 : false),
    },
  )
  const { data } = incident
  const isOver = data?.state === 'TERMINATED'
  return (
    <Modal
      opened={incidentId !== undefined}
      onClose={onClose}
      title="Incident Info"
      size={820}
      withCloseButton={false}
      classNames={{ content: 'dialog', header: 'dialog-head', title: 'dialog-title', body: 'dialog-inner' }}
    >
      <div className="dialog-body incident-info" aria-busy={!data}>
        {data ? (
          <Info incident={data} />
        ) : incident.error ? (
          <ErrorState
            what={keyOf(incident.error) ? sentenceOf(incident.error) : 'This incident could not be loaded.'}
            meaning="What was reported is safe."
            retrying={incident.isFetching}
            onRetry={() => void incident.refetch()}
          />
        ) : (
          <span className="skeleton incident-preview-wait" />
        )}
      </div>
      <div className="dialog-foot">
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
      </div>
    </Modal>
  )
}

function Info({ incident }: { incident: Incident }) {
  const { state, form, determinedAt, terminatedAt, locationName } = incident
  return (
    <>
      <p>
        <StateBadge state={state} />{' '}
        <span className="muted">
          {locationName}. Determined illegitimate {formatLongDateTime(determinedAt)}
          {terminatedAt && `, terminated ${formatLongDateTime(terminatedAt)}`}.
        </span>
      </p>
      <IncidentHolds locationId={incident.locationId} form={form} />
      <IncidentClock incident={incident} />
      <section aria-labelledby="incident-fields">
        <h3 id="incident-fields">Fields</h3>
        <p className="muted">
          Each is saved when you leave it. The document that was sent stays as it was; changes go into the next report.
        </p>
        <div className="incident-grid">
          {INCIDENT_EDITABLE.map((field) => (
            <div key={field} className={field === 'eventNotes' || field === 'serialNumber' ? 'span-6' : 'span-3'}>
              <SavedField incidentId={incident.id} field={field} value={String(form[field])} />
            </div>
          ))}
        </div>
      </section>
      <IncidentSent incident={incident} />
      <Notices incident={incident} />
      {state === 'TERMINATION' && <Agreed incidentId={incident.id} />}
    </>
  )
}

function SavedField({ incidentId, field, value }: { incidentId: number; field: IncidentEditable; value: string }) {
  const [draft, setDraft] = useState(value)
  const update = trpc.incidentReport.updateOneById.useMutation({ meta: { touches: ['incidentReport'], quiet: true } })
  useEffect(() => setDraft(value), [value])
  const save = () => {
    if (draft.trim() !== value.trim()) update.mutate({ id: incidentId, field, value: draft }, {})
  }
  const props = {
    label: labels[field],
    value: draft,
    error: update.error && draft === update.variables.value ? sentenceOf(update.error) : undefined,
    ...(update.isSuccess && draft.trim() === value.trim()
      ? { description: 'Saved', inputWrapperOrder: ['label', 'input', 'description', 'error'] as const }
      : {}),
    onBlur: save,
  }
  if (field === 'expiration') {
    const { onBlur: _, ...shown } = props
    const leave = (taken: string) => {
      if (!isUnread(taken) && taken !== value) update.mutate({ id: incidentId, field, value: taken }, {})
    }
    return <DateField {...shown} expiry several placeholder="MM/DD/YYYY" onChange={setDraft} onLeave={leave} />
  }
  return field === 'eventNotes' ? (
    <Textarea
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      minRows={3}
      autosize
      maxRows={8}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}

/** The last step is the FDA's word. */
function Agreed({ incidentId }: { incidentId: number }) {
  const terminate = useDialogMutation(
    trpc.incidentReport.updateTerminatedById.useMutation({ meta: { done: 'Incident terminated.', touches: ['incidentReport'] } }),
  )
  return (
    <section aria-labelledby="incident-agreed">
      <h3 id="incident-agreed">Termination</h3>
      <p className="muted">When the FDA has agreed, mark the incident as terminated and tell the partners that you notified.</p>
      <Button mt="sm" onClick={terminate.open}>
        The FDA has agreed
      </Button>
      <ConfirmDialog
        opened={terminate.opened}
        onClose={terminate.close}
        title="Terminate this incident"
        confirmLabel="Terminate this incident"
        destructive
        pending={terminate.isPending}
        onConfirm={() => void terminate.submit({ incidentId })}
      >
        <p>No further report can be sent about it. Do this when the FDA has said that the notification is no longer necessary.</p>
      </ConfirmDialog>
    </section>
  )
}
