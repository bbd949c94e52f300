import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { countOf, formatWhen } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import { isPending } from '../hold/hold-notes.tsx'
import { ReleaseButton } from '../hold/release-button.tsx'

const SHOWN = 5
const PIECE = 50

type Hold = Outputs['med']['readManyHolds']['items'][number]

function hrefOf({ medId, documentId, documentExceptionId }: Hold): string | undefined {
  // It ends there, with the ticket or in an emergency.
  if (documentExceptionId !== null) return `/exceptions/${documentExceptionId}`
  if (medId !== null) return `/meddetail/${medId}`
  return documentId === null ? undefined : `/orders/receive/${documentId}`
}

/** A package that no document lists has no page of its own yet. */
function HoldName({ hold }: { hold: Hold }) {
  const href = hrefOf(hold)
  const name = hold.productName ?? hold.label
  return href ? (
    <Link className="link" href={href}>
      {name}
    </Link>
  ) : (
    <b>{name}</b>
  )
}

/** What is in quarantine, and what waits for its data: nobody forgets a held package. */
export function OnHold() {
  const holds = trpc.med.readManyHolds.useInfiniteQuery({ limit: PIECE }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
  const [all, setAll] = useState(false)
  if (holds.isError && !holds.data)
    return (
      <section className="work" aria-labelledby="home-holds">
        <div className="work-head">
          <h2 id="home-holds">On hold</h2>
        </div>
        <Failed
          query={holds}
          what="The holds could not be loaded."
          meaning="What is on hold stays on hold; this page just cannot reach the server."
        />
      </section>
    )
  const items = holds.data?.pages.flatMap((page) => page.items) ?? []
  if (!items.length) return null
  const amount = holds.data?.pages[0]?.amount ?? items.length
  const shown = all ? items : items.slice(0, SHOWN)
  const rest = amount - shown.length
  const next = all ? PIECE : items.length - shown.length
  return (
    <section className="work" aria-labelledby="home-holds">
      <div className="work-head">
        <h2 id="home-holds">On hold</h2>
        <span className="n">{countOf(amount, 'hold')}</span>
      </div>
      <ul className="card home-rows">
        {shown.map((hold) => (
          <li key={hold.id}>
            <HoldName hold={hold} />
            <span className="words">{hold.reason.replace(/^Data pending: /, '')}</span>
            <span className="muted">{formatWhen(hold.placedAt)}</span>
            <HeldBadge isPending={isPending(hold)} />
            {hold.mayRelease && <ReleaseButton holdId={hold.id} size="xs" />}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button
          size="xs"
          variant="subtle"
          loading={holds.isFetchingNextPage}
          onClick={() => (all ? void holds.fetchNextPage() : setAll(true))}
        >
          {rest <= next ? `Show ${countOf(rest, 'more hold')}` : `Show ${next} of the other ${countOf(rest, 'hold')}`}
        </Button>
      )}
    </section>
  )
}
