import { Button, Group } from '@mantine/core'
import { formatNdc } from '@seriatim/gs1'
import { recalledWords, writeFullName } from '@seriatim/schema'
import { IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DesktopOnly, PhoneOnly } from '../../../ui/layout/phone-only.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { QueryState } from '../../../ui/page/loaded.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { formatAmount, formatCount, formatLongDate } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { HeldBadge } from '../../hold/held-badge.tsx'
import { MatchMark } from '../match-mark.tsx'
import { Mono } from '../mono.tsx'
import css from '../recall.module.css'
import { type Affected, describeAmount, type AffectedPage as Page, poWords } from '../recall-words.ts'
import { SgtinDialog } from './sgtin-dialog.tsx'

interface AffectedTableProps {
  affected: QueryState<{ pages: Page[] }> & { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  onHold: (row: Affected) => void
}

/** "Your Affected Meds": each of our lots that the recall covers, most certain first, with possible matches listed separately. */
export function AffectedTable({ affected, onHold }: AffectedTableProps) {
  const [openId, setOpenId] = useState<number>()
  const rows = affected.data?.pages.flatMap(({ items }) => items)
  const [sums] = affected.data?.pages ?? []
  const opened = rows?.find((row) => row.id === openId)
  return (
    <div className={css.wide}>
      <Section
        title="Your Affected Meds"
        aside={
          sums &&
          sums.lots > 0 && (
            <Group component="span" gap="0 12px">
              {sums.meds > 0 && (
                <span>{`${recalledWords({ received: sums.received, expected: sums.meds - sums.received })} at ${formatAmount(sums.locations.length, 'location')}`}</span>
              )}
              <span>{stateWords(sums)}</span>
            </Group>
          )
        }
      >
        <DataTable<Affected>
          label="Your Affected Meds"
          columns={makeColumns(onHold)}
          rows={rows}
          rowKey={(row) => row.id}
          onOpen={(row) => setOpenId(row.id)}
          rowClass={(row) => (row.dismissedRecall?.isDismissed ? css.dismissed : undefined)}
          band={(row) => (row.confidence === 'possible' ? { key: 'possible', words: POSSIBLE } : { key: 'counted', words: null })}
          tall
          more={{ has: affected.hasNextPage, loading: affected.isFetchingNextPage, onMore: () => void affected.fetchNextPage() }}
          empty={<EmptyState>No Affected Meds Found</EmptyState>}
          failed={{
            query: affected,
            subject: 'Your affected meds',
          }}
        />
      </Section>
      {opened && <SgtinDialog affected={opened} onClose={() => setOpenId(undefined)} />}
    </div>
  )
}

const stateWords = ({ meds, onHold, pending, dismissed }: Page) =>
  [
    ...(meds > 0
      ? [
          `${formatCount(onHold)} on hold`,
          `${formatCount(meds - onHold)} not yet${pending > 0 ? ` (${formatCount(pending)} data pending)` : ''}`,
        ]
      : []),
    ...(dismissed > 0 ? [`${formatCount(dismissed)} dismissed`] : []),
  ].join(', ')

const POSSIBLE = (
  <>
    <b>Possible, not counted</b> The recall may not name these lots. Check the packages.
  </>
)

/** Unlike other detail tables, this one shows four-digit years (RECALL-034). */
const wholeDay = (day: string | null) => formatLongDate(day)

const makeColumns = (onHold: (row: Affected) => void): readonly TableColumn<Affected>[] => [
  { key: 'location', label: 'Location', link: true, card: 'title', cell: (row) => row.customerLocation.name },
  { key: 'name', label: 'Med Name', card: 'line', cell: (row) => row.epcisMedVocabulary.regulatedProductName ?? '–' },
  { key: 'maker', label: 'Manufacturer', leaves: 'wide', cell: (row) => row.epcisMedVocabulary.manufacturerOfTradeItemPartyName ?? '–' },
  {
    key: 'ndc',
    label: 'NDC',
    leaves: 'medium',
    cell: (row) => <Mono>{row.ndc === null ? '–' : formatNdc(row.ndc)}</Mono>,
  },
  { key: 'expiration', label: 'Expiration', leaves: 'medium', cell: (row) => wholeDay(row.expiration) },
  { key: 'lot', label: 'Lot #', card: 'line', cell: (row) => <Lot row={row} /> },
  { key: 'sent', label: 'Date Shipment Sent', leaves: 'medium', cell: (row) => wholeDay(row.document.timestamp) },
  { key: 'meds', label: 'Packages', align: 'end', cell: (row) => <Meds row={row} /> },
  {
    key: 'match',
    label: 'Match',
    card: 'state',
    width: 180,
    cell: (row) => <MatchMark confidence={row.confidence} why={explainWhy(row)} />,
  },
  {
    key: 'hold',
    label: 'Hold',
    hiddenLabel: true,
    card: 'foot',
    align: 'end',
    cell: (row) => <Holding row={row} onHold={onHold} />,
  },
]

function Meds({ row: { amount, amountReceived } }: { row: Affected }) {
  const expected = amount - amountReceived
  return (
    <>
      <b>{formatCount(amountReceived > 0 ? amountReceived : amount)}</b>
      {expected > 0 && <SubText>{amountReceived > 0 ? `${formatCount(expected)} more expected` : 'expected'}</SubText>}
    </>
  )
}

/** A lot in the table. On phones its row includes what separate columns show on wider screens. */
function Lot({ row }: { row: Affected }) {
  return (
    <>
      <PhoneOnly>Lot </PhoneOnly>
      <Mono>{row.lotNumber ?? 'none on record'}</Mono>
      <DesktopOnly>
        <SubText>{poWords(row).join()}</SubText>
      </DesktopOnly>
      <PhoneOnly>{`, expires ${formatLongDate(row.expiration)}, ${[describeAmount(row), ...poWords(row)].join(', ')}`}</PhoneOnly>
    </>
  )
}

function explainWhy({ why, dismissedRecall }: Affected): string {
  if (!dismissedRecall?.isDismissed) return why
  const { dismissedBy, dismissedAt } = dismissedRecall
  return `${dismissedBy ? `By ${writeFullName(dismissedBy)} ` : ''}${formatLongDate(dismissedAt)}`
}

function Holding({ row, onHold }: { row: Affected; onHold: (row: Affected) => void }) {
  const { amount, amountOnHold, amountPending, dismissedRecall } = row
  if (dismissedRecall?.isDismissed) return <IconText of={IconCircleX}>Dismissed</IconText>
  const left = amount - amountOnHold
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <HeldBadge meds={amountOnHold + amountPending} pending={amountPending} />
      {left > 0 && (
        <Button
          size="xs"
          aria-label={`Put ${left} on hold, lot ${row.lotNumber ?? 'unknown'} at ${row.customerLocation.name}`}
          onClick={() => onHold(row)}
        >
          {`Put ${formatCount(left)} on hold`}
        </Button>
      )}
    </Group>
  )
}
