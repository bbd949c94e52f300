import { Button, Group } from '@mantine/core'
import { type Delivery, DOORS, formatCount, type IntakeOverview } from '@seriatim/schema'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
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
import { formatDateTime, formatSize } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'
import { authenticationWords, deliveryMeaning, deliveryWords } from './delivery-words.ts'

const POLL_MS = 5000
const SHOWN = 50

type State = 'waiting' | 'attention' | 'kept' | undefined

/** Received files, newest first, each with its outcome. */
export function DeliveriesSection({ counts }: { counts: IntakeOverview['counts'] }) {
  const [state, setState] = useState<State>()
  const list = trpc.intake.readMany.useInfiniteQuery(
    { limit: SHOWN, ...(state ? { state } : {}) },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, refetchInterval: POLL_MS },
  )
  const choices: readonly [State, string][] = [
    [undefined, 'All'],
    ['waiting', `Waiting (${formatCount(counts.waiting)})`],
    ['attention', `No order (${formatCount(counts.attention)})`],
    ['kept', `Stored, not read (${formatCount(counts.kept)})`],
  ]
  return (
    <Section title="Deliveries" aside="Counts cover the last 90 days.">
      <Group gap="xs" mb="sm" role="group" aria-label="Show">
        {choices.map(([value, label]) => (
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
      <Loaded
        query={list}
        subject="The deliveries"
        sentence={findServerSentence(list.error)}
        safe="Files are still received"
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
                  {state
                    ? 'No deliveries match this filter.'
                    : 'No files have arrived yet. Create a door for a sender, or upload an order.'}
                </EmptyLine>
              ) : (
                <PlainTable label="Deliveries" head={['File', 'From', 'Outcome', '']} stacks>
                  {rows.map((row) => (
                    <DeliveryRow key={row.id} row={row} />
                  ))}
                </PlainTable>
              )}
            </Card>
          )
        }}
      </Loaded>
    </Section>
  )
}

function DeliveryRow({ row }: { row: Delivery }) {
  const replay = trpc.intake.updateOneReplay.useMutation({ meta: { touches: ['intake'], done: 'The file is being read again.' } })
  const { id, filename, size, times, from, address, door, receivedAt, documentId, ticketNumber, uploadId, mayReplay, sha256, status } = row
  return (
    <tr>
      <td>
        <span>
          {filename}
          <SubText>{`${size > 0 ? formatSize(size) : 'Not kept'}${times > 1 ? `, received ${formatCount(times)} times` : ''}`}</SubText>
        </span>
      </td>
      <td data-label="From">
        <span>
          {from}
          <SubText>{`${DOORS[door]}, ${formatDateTime(receivedAt)}${address ? ` from ${address}` : ''}`}</SubText>
          {row.authentication !== null && <SubText>{authenticationWords(row.authentication)}</SubText>}
        </span>
      </td>
      <td data-label="Outcome">
        <span>
          <Badge meaning={deliveryMeaning(row)}>{deliveryWords(row)}</Badge>
          {documentId !== null && (
            <SubText>
              <TextLink href={`/orders/receive/${documentId}`}>Open the order</TextLink>
            </SubText>
          )}
          {documentId === null && uploadId !== null && status !== 'imported' && (
            <SubText>
              <TextLink href={`/orderupload?upload=${uploadId}`}>
                See why{ticketNumber === null ? '' : ` (ticket ${ticketNumber})`}
              </TextLink>
            </SubText>
          )}
        </span>
      </td>
      <td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {mayReplay && (
            <Button
              size="xs"
              aria-label={`Read again: ${filename}`}
              leftSection={<Glyph of={IconRefresh} size={16} />}
              loading={replay.isPending}
              onClick={() => replay.mutate({ deliveryId: id })}
            >
              Read again
            </Button>
          )}
          {sha256 !== '' && row.status !== 'elsewhere' && (
            <Button
              component="a"
              size="xs"
              href={`/api/deliveries/${id}/file`}
              download
              aria-label={`Download ${filename}`}
              leftSection={<Glyph of={IconDownload} size={16} />}
            >
              Download
            </Button>
          )}
        </Group>
      </td>
    </tr>
  )
}
