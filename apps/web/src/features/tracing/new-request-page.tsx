import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { newTracingRequest, TRACING_ASKERS, TRACING_BASES, TRACING_CHANNELS, TRACING_WISHES, type TracingItem } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField } from '../../ui/field/date-field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { arrivalFields, localMinute, locationChoices, readArrival } from './arrival.ts'
import { ItemsField } from './items-field.tsx'
import { choicesOf, useTracingStart } from './use-tracing-start.ts'

const shape = newTracingRequest.omit({ items: true, origin: true, again: true, receivedAt: true, locationId: true }).extend(arrivalFields)

const HEAD = ['organization', 'name', 'role', 'emailAddress', 'phone', 'reference', 'incidentNumber', 'statedDue', 'note'] as const

/** Records a request that arrived by phone, by letter, in person or as a file. */
export default function NewRequestPage() {
  const { start, origin } = useTracingStart()
  const choices = trpc.tracing.readOneChoices.useQuery()
  const [items, setItems] = useState<readonly TracingItem[]>([])
  const [again, setAgain] = useState(false)
  const [missing, setMissing] = useState(false)
  const [, navigate] = useLocation()
  const save = trpc.tracing.createOne.useMutation({
    meta: { quiet: true, touches: ['tracing'] },
    onSuccess: ({ id }) => id !== null && navigate(`/tracing/${id}`),
  })
  const form = useZodForm({
    shape,
    initial: {
      asker: 'state',
      organization: '',
      name: '',
      role: '',
      emailAddress: '',
      phone: '',
      basis: start.data?.basis ?? 'recall',
      wish: 'information',
      reference: '',
      incidentNumber: '',
      statedDue: '',
      note: '',
      channel: 'phone',
      receivedAt: localMinute(new Date()),
      locationId: start.data?.locationId ? String(start.data.locationId) : '',
      identityHow: '',
    },
    send: async (values) => {
      setMissing(items.length === 0)
      if (items.length === 0) return undefined
      return save.mutateAsync({
        ...values,
        ...readArrival(values),
        items: [...items],
        origin,
        again,
      })
    },
    refusalOf: toRefusal,
  })
  useEffect(() => {
    if (start.data) setItems(start.data.items)
  }, [start.data])
  const same = save.data?.same
  return (
    <Page
      title="Record a request"
      crumbs={[{ label: 'Tracing Requests', href: '/tracing' }, { label: 'Record a request' }]}
      lede={
        start.data
          ? `About ${start.data.about}. The deadlines run from the moment the request arrived.`
          : 'The deadlines run from the moment the request arrived.'
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="xl">
          {choices.error && (
            <Note meaning="stop" alert title={findServerSentence(choices.error) ?? 'Your locations could not be loaded.'} />
          )}
          {start.error && (
            <Note
              meaning="stop"
              alert
              title={findServerSentence(start.error) ?? 'The items could not be filled in for you. Enter them below.'}
            />
          )}
          <Card title="Who is asking">
            <CardBody>
              <AutoGrid least={300}>
                <NativeSelect label="Requester type" data={choicesOf(TRACING_ASKERS)} {...form.field('asker')} />
                <TextInput label="Agency or company" required {...form.field('organization')} />
                <TextInput label="Person" {...form.field('name')} />
                <TextInput label="Role" {...form.field('role')} />
                <TextInput label="Email" {...form.field('emailAddress')} />
                <TextInput label="Phone" {...form.field('phone')} />
                <TextInput
                  label="How you verified the requester"
                  description="Call back at a number that you know, not on one from the request. Leave this field empty if you have not verified the requester yet."
                  {...form.field('identityHow')}
                />
                <TextInput label="Their reference" {...form.field('reference')} />
              </AutoGrid>
            </CardBody>
          </Card>
          <Card title="When and why">
            <CardBody>
              <AutoGrid least={300}>
                <TextInput type="datetime-local" label="Received" {...form.field('receivedAt')} />
                <NativeSelect label="Received via" data={choicesOf(TRACING_CHANNELS)} {...form.field('channel')} />
                <NativeSelect label="Reason" data={choicesOf(TRACING_BASES)} {...form.field('basis')} />
                <NativeSelect label="Requested information" data={choicesOf(TRACING_WISHES)} {...form.field('wish')} />
                <NativeSelect label="Location" data={locationChoices(choices.data)} {...form.field('locationId')} />
                <TextInput label="FDA incident number" {...form.field('incidentNumber')} />
                <DateField
                  label="Answer requested by"
                  placeholder="None"
                  value={form.values.statedDue ?? ''}
                  onChange={(day) => form.set('statedDue', day)}
                  error={form.field('statedDue').error}
                />
              </AutoGrid>
              <Textarea label="Note" autosize minRows={2} mt="sm" {...form.field('note')} />
            </CardBody>
          </Card>
          <ItemsField
            items={items}
            onItems={(next) => {
              setItems(next)
              setMissing(false)
            }}
            onHead={({ asker, basis, wish, ...texts }) => {
              if (asker) form.set('asker', asker)
              if (basis) form.set('basis', basis)
              if (wish) form.set('wish', wish)
              for (const key of HEAD) if (texts[key] && !form.values[key]) form.set(key, texts[key])
            }}
            error={missing ? 'Enter the requested items, and add them to the list.' : undefined}
          />
          {same && (
            <Note
              meaning="attention"
              alert
              title={`Request ${same.number}, received ${formatDateTime(same.receivedAt)}, asks for the same items.`}
              action={
                <Button size="xs" onClick={() => setAgain(true)} disabled={again}>
                  {again ? 'It will be recorded again' : 'Record it again'}
                </Button>
              }
            >
              <Link href={`/tracing/${same.id}`}>Open request {same.number}</Link>
            </Note>
          )}
          {form.sentence && <FormError>{form.sentence}</FormError>}
          <div>
            <Button type="submit" variant="filled" loading={form.isBusy}>
              Record and search
            </Button>
          </div>
          {choices.data?.address && (
            <Muted>
              Agencies and partners can also email a request. It is recorded automatically. The address is{' '}
              <Code groups={[choices.data.address]} copy="address for requests" wraps />
            </Muted>
          )}
        </Stack>
      </form>
    </Page>
  )
}
