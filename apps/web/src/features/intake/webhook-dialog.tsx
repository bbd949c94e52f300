import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { newWebhook, WEBHOOK_EVENTS, type Webhook, type WebhookChoices, type WebhookEvent } from '@seriatim/schema'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { ShownSecret } from './webhook-secret.tsx'

const ALL = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[] // Object.keys() returns string[]

interface WebhookDialogProps {
  /** The endpoint to change; without it a new one is added. */
  webhook?: Webhook | undefined
  onClose: () => void
}

/** Adds an endpoint and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const choices = trpc.webhook.readOneChoices.useQuery()
  const make = trpc.webhook.createOne.useMutation({ meta: { touches: ['webhook'], quiet: true } })
  const title = make.data ? 'Copy the secret' : webhook ? `Edit ${webhook.name}` : 'Add endpoint'
  return (
    <Dialog opened onClose={onClose} stays title={title} size={560}>
      {make.data ? (
        <ShownSecret secret={make.data.secret} onClose={onClose} />
      ) : (
        <Loaded
          query={choices}
          subject="The form"
          sentence={findServerSentence(choices.error)}
          safe="Events are still sent"
          waiting={<SkeletonCard />}
        >
          {(found) => <WebhookForm webhook={webhook} choices={found} make={make.mutateAsync} onClose={onClose} />}
        </Loaded>
      )}
    </Dialog>
  )
}

interface WebhookFormProps extends WebhookDialogProps {
  choices: WebhookChoices
  make: ReturnType<typeof trpc.webhook.createOne.useMutation>['mutateAsync']
}

function WebhookForm({ webhook, choices: { locations, mayChooseAll, allowsLocal }, make, onClose }: WebhookFormProps) {
  const change = trpc.webhook.updateOne.useMutation({ meta: { done: 'The endpoint was changed.', touches: ['webhook'], quiet: true } })
  const form = useZodForm({
    shape: newWebhook,
    initial: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? ALL,
      locationId: webhook ? webhook.locationId : mayChooseAll ? null : (locations[0]?.id ?? null),
    },
    send: async ({ locationId, ...settings }) => {
      if (!webhook) await make({ ...settings, locationId })
      else {
        await change.mutateAsync({ ...settings, webhookId: webhook.id, isOn: webhook.offAt === null })
        onClose()
      }
    },
    refusalOf: toRefusal,
    otherwise: 'url',
  })
  const { locationId } = form.values
  return (
    <DialogPart
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {webhook ? 'Save' : 'Add the endpoint'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The system that receives the events."
          placeholder="Fill system"
          maxLength={80}
          {...form.field('name')}
          data-autofocus
        />
        <TextInput
          label="URL"
          description={
            allowsLocal
              ? 'This installation also accepts http and private addresses.'
              : 'The URL must begin with https:// and be publicly accessible.'
          }
          placeholder="https://example.com/webhooks/seriatim"
          maxLength={1000}
          {...form.field('url')}
        />
        {!webhook && (
          <NativeSelect
            label="Location"
            description="The endpoint gets only the events of this location."
            data={[
              ...(mayChooseAll ? [{ value: '', label: 'All locations' }] : []),
              ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={locationId === null ? '' : String(locationId)}
            onChange={({ currentTarget: { value } }) => form.set('locationId', value === '' ? null : Number(value))}
          />
        )}
        <Checkbox.Group label="Events" {...form.field('events')}>
          <Stack gap="xs" mt="xs">
            {ALL.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={
                  <>
                    {WEBHOOK_EVENTS[event]}
                    <SubText>{event}</SubText>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </DialogPart>
  )
}
