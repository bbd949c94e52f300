import { Link } from 'wouter'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Lines } from '../../ui/layout/lines.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import { AddHolds } from './add-holds.tsx'
import type { Investigation } from './investigation-state.tsx'

type Hold = Investigation['holds'][number]

const states: Record<Hold['state'], { words: string; meaning?: 'stop' | 'done' }> = {
  held: { words: 'On hold', meaning: 'stop' },
  released: { words: 'Released', meaning: 'done' },
  disposed: { words: 'Disposed of' },
  gone: { words: 'No longer on file' },
}

function makeHref({ medId, documentId }: Hold): string | undefined {
  if (medId !== null) return `/meddetail/${medId}`
  return documentId === null ? undefined : `/orders/receive/${documentId}`
}

/** What is investigated, each with what became of its hold. */
export function InvestigatedHolds({ investigation }: { investigation: Investigation }) {
  const { holds, outcome, mayWrite } = investigation
  return (
    <Card title="Product" aside={outcome === null && mayWrite && <AddHolds investigation={investigation} />}>
      <Lines
        lines={holds.map((hold) => {
          const { holdId, label, productName, packages, state } = hold
          const href = makeHref(hold)
          const name = productName ?? label
          const { words, meaning } = states[state]
          return {
            key: holdId,
            name,
            content: href ? <Link href={href}>{name}</Link> : <b>{name}</b>,
            sub: `${productName ? `${label}, ` : ''}${packages > 0 ? formatAmount(packages, 'package') : 'on no file'}`,
            end: <Badge meaning={meaning}>{words}</Badge>,
          }
        })}
      />
    </Card>
  )
}
