import { Button, Group } from '@mantine/core'
import { formatAmount, WEBHOOK_EVENTS, type Webhook } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDateTime, formatWhen } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSecretDialog } from './webhook-secret.tsx'
import { answerWords, webhookState } from './webhook-words.ts'

interface WebhooksSectionProps {
  webhooks: readonly Webhook[]
  /** The endpoint whose deliveries are listed below. */
  shownId: number | undefined
  onShow: (id: number) => void
}

export function WebhooksSection({ webhooks, shownId, onShow }: WebhooksSectionProps) {
  const [chosen, setChosen] = useState<{ webhook: Webhook; dialog: 'edit' | 'secret' }>()
  const [doomed, setDoomed] = useState<Webhook>()
  const remove = useDialogMutation(
    trpc.webhook.deleteOne.useMutation({ meta: { done: 'The endpoint was deleted.', touches: ['webhook'] } }),
  )
  const close = () => setChosen(undefined)
  return (
    <Section title="Endpoints" aside={formatAmount(webhooks.length, 'endpoint')}>
      <Card>
        {webhooks.length === 0 ? (
          <EmptyLine>No endpoints yet. Add the URL at which your system receives events.</EmptyLine>
        ) : (
          <PlainTable label="Endpoints" head={['Endpoint', 'Events', 'State', 'Last delivery', '']} stacks>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isShown={webhook.id === shownId}
                onShow={() => onShow(webhook.id)}
                onOpen={(dialog) => setChosen({ webhook, dialog })}
                onDelete={() => {
                  setDoomed(webhook)
                  remove.open()
                }}
              />
            ))}
          </PlainTable>
        )}
      </Card>
      {chosen?.dialog === 'edit' && <WebhookDialog webhook={chosen.webhook} onClose={close} />}
      {chosen?.dialog === 'secret' && <WebhookSecretDialog webhook={chosen.webhook} onClose={close} />}
      <ConfirmDialog
        opened={remove.opened}
        onClose={remove.close}
        title={`Delete ${doomed?.name ?? ''}?`}
        confirmLabel="Delete the endpoint"
        onConfirm={() => doomed && void remove.submit({ webhookId: doomed.id })}
        pending={remove.isPending}
        destructive
      >
        The endpoint no longer receives events, and its list of deliveries is deleted. This cannot be undone.
      </ConfirmDialog>
    </Section>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  isShown: boolean
  onShow: () => void
  onOpen: (dialog: 'edit' | 'secret') => void
  onDelete: () => void
}

function WebhookRow({ webhook, isShown, onShow, onOpen, onDelete }: WebhookRowProps) {
  const { id, name, url, events, locationName, offAt, last, previousSecretUntil } = webhook
  const touches = ['webhook']
  const test = trpc.webhook.createOneTest.useMutation({ meta: { done: 'A test event is being sent.', touches } })
  const change = trpc.webhook.updateOne.useMutation({ meta: { done: 'The endpoint was changed.', touches } })
  const isOn = offAt === null
  const { meaning, words, sub } = webhookState(webhook)
  const isAll = events.length === Object.keys(WEBHOOK_EVENTS).length
  return (
    <tr>
      <td>
        <span>
          {name}
          <SubText>
            <Code groups={[url]} wraps small />
          </SubText>
          <SubText>{locationName ?? 'All locations'}</SubText>
        </span>
      </td>
      <td data-label="Events">
        <span>
          {isAll ? 'All events' : formatAmount(events.length, 'event')}
          {!isAll && <SubText>{events.join(', ')}</SubText>}
        </span>
      </td>
      <td data-label="State">
        <span>
          <Badge meaning={meaning}>{words}</Badge>
          {sub && <SubText>{sub}</SubText>}
          {previousSecretUntil && new Date(previousSecretUntil) > new Date() && (
            <SubText>{`Both secrets are valid until ${formatDateTime(previousSecretUntil)}`}</SubText>
          )}
        </span>
      </td>
      <td data-label="Last delivery">
        <span>
          {last ? answerWords(last) : 'None yet'}
          {last && <SubText>{`${last.type}, ${formatWhen(last.at)}`}</SubText>}
        </span>
      </td>
      <td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            aria-label={`Deliveries to ${name}`}
            aria-pressed={isShown}
            variant={isShown ? 'filled' : 'default'}
            onClick={onShow}
          >
            Deliveries
          </Button>
          <RowMenu
            label={name}
            actions={[
              ...(isOn ? [{ label: 'Send a test event', onClick: () => test.mutate({ webhookId: id }) }] : []),
              { label: 'Edit', onClick: () => onOpen('edit') },
              { label: 'Replace the secret', onClick: () => onOpen('secret') },
              {
                label: isOn ? 'Turn off' : 'Turn on',
                onClick: () => change.mutate({ webhookId: id, name, url, events, isOn: !isOn }),
              },
              { label: 'Delete', onClick: onDelete, danger: true },
            ]}
          />
        </Group>
      </td>
    </tr>
  )
}
