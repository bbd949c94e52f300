import { Button, Group } from '@mantine/core'
import { formatCount, type IntakeOverview } from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { DeliveryRow } from './delivery-row.tsx'

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
