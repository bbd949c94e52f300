import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { formatAmount, formatWhen } from '../../ui/text/format.ts'
import { HeldBadge } from '../hold/held-badge.tsx'
import { HoldActions } from '../hold/hold-actions.tsx'
import { isPending } from '../hold/hold-notes.tsx'
import { Block, FailedBlock } from './block.tsx'
import { MutedText, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 5
const PIECE = 50

type Hold = Outputs['med']['readManyHolds']['items'][number]

function makeHref({ medId, documentId, documentExceptionId }: Hold): string | undefined {
  // A hold that belongs to a ticket ends with the ticket; in an emergency, the hold can be released on the ticket's page.
  if (documentExceptionId !== null) return `/exceptions/${documentExceptionId}`
  if (medId !== null) return `/meddetail/${medId}`
  return documentId === null ? undefined : `/orders/receive/${documentId}`
}

/** Name of a held package; without a link if no document lists it, because it has no page yet. */
function HoldName({ hold }: { hold: Hold }) {
  const href = makeHref(hold)
  const name = hold.productName ?? hold.label
  return href ? <Link href={href}>{name}</Link> : <b>{name}</b>
}

/** Lists quarantined product and product pending data, so that no held package is forgotten. */
export function OnHold() {
  const holds = trpc.med.readManyHolds.useInfiniteQuery({ limit: PIECE }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
  const [all, setAll] = useState(false)
  if (holds.isError && !holds.data)
    return <FailedBlock id="home-holds" title="On hold" query={holds} subject="The holds" safe="Held packages stay on hold" />
  const items = holds.data?.pages.flatMap((page) => page.items) ?? []
  if (!items.length) return null
  const amount = holds.data?.pages[0]?.amount ?? items.length
  const shown = all ? items : items.slice(0, SHOWN)
  const rest = amount - shown.length
  const next = all ? PIECE : items.length - shown.length
  return (
    <Block id="home-holds" title="On hold" amount={formatAmount(amount, 'hold')}>
      <Rows>
        {shown.map((hold) => (
          <Row key={hold.id}>
            <HoldName hold={hold} />
            <RowWords>{hold.reason.replace(/^Data pending: /, '')}</RowWords>
            <MutedText>{formatWhen(hold.placedAt)}</MutedText>
            <HeldBadge isPending={isPending(hold)} />
            <HoldActions hold={hold} size="xs" />
          </Row>
        ))}
      </Rows>
      {rest > 0 && (
        <Button
          size="xs"
          variant="subtle"
          loading={holds.isFetchingNextPage}
          onClick={() => (all ? void holds.fetchNextPage() : setAll(true))}
        >
          {rest <= next ? `Show ${formatAmount(rest, 'more hold')}` : `Show ${next} of the other ${formatAmount(rest, 'hold')}`}
        </Button>
      )}
    </Block>
  )
}
