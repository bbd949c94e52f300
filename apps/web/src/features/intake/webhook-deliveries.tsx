import { Button, Group } from '@mantine/core'
import { formatAmount, type Webhook, type WebhookDelivery, type WebhookDeliveryState } from '@seriatim/schema'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { WebhookReplayDialog } from './webhook-replay-dialog.tsx'
import { answerWords, deliveryStateWords } from './webhook-words.ts'

const POLL_MS = 3000
const SHOWN = 50
/** Number of characters after which the list cuts off a receiver's answer. */
const ANSWER_SHOWN = 200

const CHOICES: readonly [WebhookDeliveryState | undefined, string][] = [
  [undefined, 'All'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['delivered', 'Delivered'],
]

/** The events that were sent to one endpoint, newest first, with the result of each. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<WebhookDeliveryState>()
  const [isReplaying, setReplaying] = useState(false)
  const list = trpc.webhook.readManyDeliveries.useInfiniteQuery(
    { webhookId: webhook.id, limit: SHOWN, ...(state ? { state } : {}) },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, refetchInterval: POLL_MS },
  )
  const isOn = webhook.offAt === null
  return (
    <Section title={`Deliveries to ${webhook.name}`} aside="Events are kept for 90 days.">
      <Group gap="xs" mb="sm" justify="space-between">
        <Group gap="xs" role="group" aria-label="Show deliveries">
          {CHOICES.map(([value, label]) => (
            <Button
              key={label}
              size="xs"
              aria-pressed={state === value}
              variant={state === value ? 'filled' : 'default'}
              onClick={() => setState(value)}
            >
              {label}
            </Button>
          ))}
        </Group>
        {isOn && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setReplaying(true)}>
            Send events again
          </Button>
        )}
      </Group>
      <Loaded
        query={list}
        subject="The deliveries"
        sentence={findServerSentence(list.error)}
        safe="Events are still sent"
        waiting={<SkeletonCard />}
      >
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return (
            <Card
              foot={
                list.hasNextPage && (
                  <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show earlier deliveries
                  </Button>
                )
              }
            >
              {rows.length === 0 ? (
                <EmptyLine>
                  {state ? 'No deliveries match this filter.' : 'Nothing has been sent yet. Send a test event to try it.'}
                </EmptyLine>
              ) : (
                <PlainTable label="Deliveries" head={['Event', 'Result', 'Attempts', '']} stacks region="Deliveries">
                  {rows.map((row) => (
                    <DeliveryRow key={row.id} row={row} webhookId={webhook.id} mayReplay={isOn} />
                  ))}
                </PlainTable>
              )}
            </Card>
          )
        }}
      </Loaded>
      {isReplaying && <WebhookReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
    </Section>
  )
}

function DeliveryRow({ row, webhookId, mayReplay }: { row: WebhookDelivery; webhookId: number; mayReplay: boolean }) {
  const replay = trpc.webhook.updateOneReplay.useMutation({ meta: { touches: ['webhook'], done: 'The event is being sent again.' } })
  const { id, type, messageId, happenedAt, attempts, dueAt, lastAt, answer, status, error } = row
  const { meaning, words } = deliveryStateWords(row)
  return (
    <tr>
      <td>
        <span>
          {type}
          <SubText>{formatDateTime(happenedAt)}</SubText>
          <SubText>{messageId}</SubText>
        </span>
      </td>
      <td data-label="Result">
        <span>
          <Badge meaning={meaning}>{words}</Badge>
          {(attempts > 0 || error) && <SubText>{answerWords({ status, error })}</SubText>}
          {answer && (
            <SubText>
              <Code groups={[answer.slice(0, ANSWER_SHOWN)]} wraps small />
            </SubText>
          )}
        </span>
      </td>
      <td data-label="Attempts">
        <span>
          {formatAmount(attempts, 'attempt')}
          {lastAt && <SubText>{`Last ${formatDateTime(lastAt)}`}</SubText>}
          {dueAt && attempts > 0 && <SubText>{`Next ${formatDateTime(dueAt)}`}</SubText>}
        </span>
      </td>
      <td>
        {mayReplay && (
          <Group justify="flex-end">
            <Button
              size="xs"
              aria-label={`Send again: ${type}, ${formatDateTime(happenedAt)}`}
              leftSection={<Glyph of={IconRefresh} size={16} />}
              loading={replay.isPending}
              onClick={() => replay.mutate({ webhookId, deliveryId: id })}
            >
              Send again
            </Button>
          </Group>
        )}
      </td>
    </tr>
  )
}
