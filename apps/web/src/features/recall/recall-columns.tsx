import { RECALL_STATES, type RecallState, recalledWords } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { formatCount, formatDate } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { AffectedDialog } from './affected/affected-dialog.tsx'
import { CodesDialog } from './affected/code-dialog.tsx'
import { Mono } from './mono.tsx'
import { classMeaning, classWords, type HomeRow } from './recall-words.ts'

export function ClassBadge({ classification }: { classification: string | null }) {
  const meaning = classMeaning(classification)
  return <Badge meaning={meaning}>{classWords(classification)}</Badge>
}

const STATE_MEANING = { new: 'info', seen: undefined, done: 'done' } as const

function StateBadge({ state }: { state: RecallState }) {
  const meaning = STATE_MEANING[state]
  return <Badge meaning={meaning}>{RECALL_STATES[state]}</Badge>
}

/** The recall's class, and a note if the FDA has ended the recall. An ended recall stays listed until it is handled, but isn't counted. */
function Class({ row: { classification, isEnded } }: { row: HomeRow }) {
  return (
    <>
      <ClassBadge classification={classification} />
      {isEnded && <SubText>Ended by the FDA</SubText>}
    </>
  )
}

/** Lists recall numbers in words: the first three and how many more there are. A recall can have hundreds of numbers. */
function collectNumbers(numbers: readonly string[]): string {
  return numbers.length > 3 ? `${numbers.slice(0, 3).join(', ')} and ${numbers.length - 3} more` : numbers.join(', ')
}

function Affected({ row: { affectedMedCount, receivedMedCount, possibleMedCount, amountOnHold, amountPending } }: { row: HomeRow }) {
  const expected = affectedMedCount - receivedMedCount
  const more = [
    ...(expected > 0 && receivedMedCount > 0 ? [`${formatCount(expected)} more expected`] : []),
    ...(amountOnHold > 0 ? [`${formatCount(amountOnHold)} on hold`] : []),
    ...(amountPending > 0 ? [`${formatCount(amountPending)} data pending`] : []),
    ...(possibleMedCount > 0 ? [`${formatCount(possibleMedCount)} possible`] : []),
  ]
  return (
    <>
      <b>{recalledWords({ received: receivedMedCount, expected: receivedMedCount > 0 ? 0 : expected })}</b>
      {more.length > 0 && <SubText>{more.join(', ')}</SubText>}
    </>
  )
}

export const recallColumns: readonly TableColumn<HomeRow>[] = [
  { key: 'class', label: 'Class', card: 'line', cell: (row) => <Class row={row} /> },
  { key: 'product', label: 'Product', link: true, card: 'title', cell: (row) => row.title },
  { key: 'manufacturer', label: 'Manufacturer', card: 'line', cell: (row) => row.manufacturer },
  {
    key: 'numbers',
    label: 'Recall Number(s)',
    leaves: 'medium',
    cell: (row) => <Mono wraps>{collectNumbers(row.recallNumbers)}</Mono>,
  },
  { key: 'published', label: 'Published', card: 'line', leaves: 'medium', cell: (row) => formatDate(row.published) },
  { key: 'affected', label: 'Your affected packages', card: 'foot', cell: (row) => <Affected row={row} /> },
  { key: 'state', label: 'State', card: 'state', cell: (row) => <StateBadge state={row.state} /> },
  { key: 'menu', label: 'More', hiddenLabel: true, card: 'menu', width: 48, cell: (row) => <RecallRowMenu row={row} /> },
]

type Ask = 'codes' | 'packages' | 'dismiss'

/** Actions that do not leave the list: show what is recalled, show our serial numbers, and dismiss. */
function RecallRowMenu({ row }: { row: HomeRow }) {
  const [ask, setAsk] = useState<Ask>()
  const recall = trpc.recall.readOneById.useQuery({ recallId: row.id }, { enabled: ask === 'codes' })
  const close = () => setAsk(undefined)
  return (
    <>
      <RowMenu
        label={row.title}
        actions={[
          { label: 'Recalled products', onClick: () => setAsk('codes') },
          { label: 'Your serial numbers', onClick: () => setAsk('packages') },
          ...(row.state === 'done' ? [] : [{ label: 'Dismiss Recall…', onClick: () => setAsk('dismiss') }]),
        ]}
      />
      {ask === 'codes' && recall.data && <CodesDialog recall={recall.data} onClose={close} />}
      {(ask === 'packages' || ask === 'dismiss') && <AffectedDialog recallId={row.id} isDismissing={ask === 'dismiss'} onClose={close} />}
    </>
  )
}
