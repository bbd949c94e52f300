import { Box, Textarea, TextInput } from '@mantine/core'
import { INCIDENT_EDITABLE, type IncidentEditable } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { DateField, isUnread } from '../../../ui/field/date-field.tsx'
import { areDays, writeDays } from '../../../ui/field/date-text.ts'
import { Facts } from '../../../ui/list/facts.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import { makeGridSpan } from '../form/machine/grid-span.ts'
import css from '../incident.module.css'
import type { Incident } from '../use-incident.ts'

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

interface IncidentFieldsProps {
  incident: Incident
  /** True while Cancel closes the fields, so that the focused one isn't saved. */
  isCanceled?: (() => boolean) | undefined
}

/** The fields of an incident's record, editable until the incident is terminated; each field is saved when it loses focus. */
export function IncidentFields({ incident, isCanceled }: IncidentFieldsProps) {
  if (incident.state === 'TERMINATED')
    return (
      <IncidentPart id="incident-fields" title="Fields">
        <Muted>This incident was terminated, so its record can no longer be changed.</Muted>
        <Facts
          facts={INCIDENT_EDITABLE.map((field) => {
            const value = String(incident.form[field])
            return { label: labels[field], value: field === 'expiration' && areDays(value) ? writeDays(value) : value || '–' }
          })}
        />
      </IncidentPart>
    )
  return (
    <IncidentPart id="incident-fields" title="Fields">
      <Box component="p" mb="sm" c="var(--ink-2)">
        Each field is saved when you leave it. The document that was sent stays as it was; changes go into the next report.
      </Box>
      <div className={css.grid}>
        {INCIDENT_EDITABLE.map((field) => (
          <div key={field} style={makeGridSpan(field === 'eventNotes' || field === 'serialNumber' ? 6 : 3)}>
            <SavedField incidentId={incident.id} field={field} value={String(incident.form[field])} isCanceled={isCanceled} />
          </div>
        ))}
      </div>
    </IncidentPart>
  )
}

interface SavedFieldProps extends Pick<IncidentFieldsProps, 'isCanceled'> {
  incidentId: number
  field: IncidentEditable
  value: string
}

function SavedField({ incidentId, field, value, isCanceled }: SavedFieldProps) {
  const [draft, setDraft] = useState(value)
  const update = trpc.incidentReport.updateOneById.useMutation({ meta: { touches: ['incidentReport'], quiet: true } })
  useEffect(() => setDraft(value), [value])
  const save = () => {
    if (isCanceled?.()) return
    if (draft.trim() !== value.trim()) update.mutate({ id: incidentId, field, value: draft }, {})
  }
  const props = {
    label: labels[field],
    value: draft,
    error: update.error && draft === update.variables.value ? writeSentence(update.error) : undefined,
    ...(update.isSuccess && draft.trim() === value.trim()
      ? { description: 'Saved', inputWrapperOrder: ['label', 'input', 'description', 'error'] as const }
      : {}),
    onBlur: save,
  }
  if (field === 'expiration') {
    const { onBlur: _, ...shown } = props
    const leave = (taken: string) => {
      if (!isCanceled?.() && !isUnread(taken) && taken !== value) update.mutate({ id: incidentId, field, value: taken }, {})
    }
    return <DateField {...shown} expiry several placeholder="MM/DD/YYYY" onChange={setDraft} onLeave={leave} />
  }
  // Serial numbers may come one per line, which a single-line field would run together.
  return field === 'eventNotes' || field === 'serialNumber' ? (
    <Textarea
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      minRows={field === 'eventNotes' ? 3 : 1}
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
