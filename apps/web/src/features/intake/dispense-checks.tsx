import { Button, Group } from '@mantine/core'
import { DISPENSE_REASONS, type DispenseCheck } from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatExpiry, formatTime } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'

const SHOWN = 50

const CHOICES = [
  [undefined, 'All'],
  ['denied', 'Denied'],
  ['warned', 'Warnings'],
] as const

/** The checks of one day, newest first. */
export function DispenseChecks({ day }: { day: string }) {
  const [result, setResult] = useState<'denied' | 'warned'>()
  const list = trpc.dispense.readMany.useInfiniteQuery(
    { day, limit: SHOWN, ...(result ? { result } : {}) },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  return (
    <>
      <Group gap="xs" mb="sm" role="group" aria-label="Show results">
        {CHOICES.map(([value, label]) => (
          <Button
            key={label}
            size="xs"
            aria-pressed={result === value}
            variant={result === value ? 'filled' : 'default'}
            onClick={() => setResult(value)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Loaded
        query={list}
        subject="The checks"
        sentence={findServerSentence(list.error)}
        safe="Your pharmacy system still gets answers"
        waiting={<SkeletonCard />}
      >
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return (
            <Card
              foot={
                list.hasNextPage && (
                  <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show earlier checks
                  </Button>
                )
              }
            >
              {rows.length === 0 ? (
                <EmptyLine>No checks match this filter.</EmptyLine>
              ) : (
                <PlainTable label="Checks" head={['Package', 'Answer', 'Asked by']} stacks region="Checks">
                  {rows.map((row) => (
                    <CheckRow key={row.id} row={row} />
                  ))}
                </PlainTable>
              )}
            </Card>
          )
        }}
      </Loaded>
    </>
  )
}

function CheckRow({ row }: { row: DispenseCheck }) {
  const { gtin, serialNumber, lotNumber, expirationDate, medName, allowed, reasons, askedBy, checkedAt, locationName } = row
  const label = [
    `GTIN ${gtin}`,
    ...(lotNumber ? [`lot ${lotNumber}`] : []),
    ...(expirationDate ? [`expires ${formatExpiry(expirationDate)}`] : []),
  ].join(', ')
  const [meaning, words] = allowed
    ? reasons.length
      ? (['attention', 'Warning'] as const)
      : (['done', 'Allowed'] as const)
    : (['stop', 'Denied'] as const)
  return (
    <tr>
      <td>
        <span>
          {medName ? `${medName}, ${serialNumber}` : serialNumber}
          <SubText>{label}</SubText>
        </span>
      </td>
      <td data-label="Answer">
        <span>
          <Badge meaning={meaning}>{words}</Badge>
          {reasons.length > 0 && <SubText>{reasons.map((reason) => DISPENSE_REASONS[reason]).join(', ')}</SubText>}
        </span>
      </td>
      <td data-label="Asked by">
        <span>
          {askedBy}
          <SubText>{[formatTime(checkedAt), ...(locationName ? [locationName] : [])].join(', ')}</SubText>
        </span>
      </td>
    </tr>
  )
}
