import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import {
  TRACING_ASKERS,
  TRACING_BASES,
  TRACING_CHANNELS,
  TRACING_WISHES,
  type TracingChoices,
  type TracingRequest,
  tracingChange,
} from '@seriatim/schema'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../ui/field/date-field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { arrivalFields, localMinute, locationChoices, readArrival } from './arrival.ts'
import { choicesOf } from './use-tracing-start.ts'

const shape = tracingChange.omit({ requestId: true, receivedAt: true, locationId: true }).extend(arrivalFields)

const TEXTS = ['name', 'role', 'emailAddress', 'phone', 'reference', 'incidentNumber', 'statedDue', 'note'] as const

function initialOf({ organization, asker, basis, wish, channel, receivedAt, locationId, ...request }: TracingRequest) {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, request[field] ?? ''])) as Record<(typeof TEXTS)[number], string> // every name in TEXTS has an entry
  return {
    ...{ organization, asker, basis, wish, channel, ...texts },
    receivedAt: localMinute(new Date(receivedAt)),
    locationId: locationId === null ? '' : String(locationId),
  }
}

/** The current location of a request stays selectable even if the list no longer has it, for example because the location was closed. */
function withCurrent(choices: TracingChoices | undefined, { locationId, locationName }: TracingRequest) {
  const locations = choices?.locations ?? []
  if (locationId === null || locations.some(({ id }) => id === locationId)) return { locations }
  return { locations: [...locations, { id: locationId, name: locationName ?? '' }] }
}

/** Form to correct the record of a request, except its items. */
export function ChangeDialog({ request, onClose }: { request: TracingRequest; onClose: () => void }) {
  const choices = trpc.tracing.readOneChoices.useQuery()
  const save = trpc.tracing.updateOne.useMutation({ meta: { quiet: true, touches: ['tracing'], done: 'Saved.' } })
  const initial = initialOf(request)
  const form = useZodForm({
    shape,
    initial,
    send: (values) => {
      const arrival = readArrival(values)
      // The field shows no seconds, so an unchanged time keeps the seconds of the record.
      const receivedAt = values.receivedAt === initial.receivedAt ? request.receivedAt : arrival.receivedAt
      return save.mutateAsync({ ...values, ...arrival, receivedAt, requestId: request.id })
    },
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened size={720} title="Correct the request" submitLabel="Save" form={form} onClose={onClose}>
      <Stack gap="sm">
        <Muted>Saving recalculates the deadlines. The history keeps the previous values.</Muted>
        <AutoGrid least={240}>
          <NativeSelect label="Requester type" data={choicesOf(TRACING_ASKERS)} {...form.field('asker')} />
          <TextInput label="Agency or company" {...form.field('organization')} />
          <TextInput label="Person" {...form.field('name')} />
          <TextInput label="Role" {...form.field('role')} />
          <TextInput label="Email" {...form.field('emailAddress')} />
          <TextInput label="Phone" {...form.field('phone')} />
          <TextInput type="datetime-local" label="Received" {...form.field('receivedAt')} />
          <NativeSelect label="Received via" data={choicesOf(TRACING_CHANNELS)} {...form.field('channel')} />
          <NativeSelect label="Reason" data={choicesOf(TRACING_BASES)} {...form.field('basis')} />
          <NativeSelect label="Requested information" data={choicesOf(TRACING_WISHES)} {...form.field('wish')} />
          <NativeSelect label="Location" data={locationChoices(withCurrent(choices.data, request))} {...form.field('locationId')} />
          <DateField
            label="Answer requested by"
            placeholder="None"
            value={form.values.statedDue ?? ''}
            onChange={(day) => form.set('statedDue', day)}
            error={form.field('statedDue').error}
          />
          <TextInput label="Their reference" {...form.field('reference')} />
          <TextInput label="FDA incident number" {...form.field('incidentNumber')} />
        </AutoGrid>
        <Textarea label="Note" autosize minRows={2} {...form.field('note')} />
      </Stack>
      {choices.error && <FormError>{findServerSentence(choices.error) ?? 'Your locations could not be loaded.'}</FormError>}
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
