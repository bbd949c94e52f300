import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import css from './recalls-to-handle.module.css'

const SHOWN = 5
const MEANING = { 'Class I': 'stop', 'Class II': 'attention' } as const
const meaningOf = (classification: string | null) =>
  classification === 'Class I' || classification === 'Class II' ? MEANING[classification] : undefined

/** Recalls that name packages which came in here, until somebody has dealt with them. Without the subscription nothing. */
export function RecallsToHandle() {
  const standing = trpc.recall.readStanding.useQuery(undefined, { staleTime: 300_000 })
  const hasRecalls = standing.data?.hasRecalls === true
  const recalls = trpc.recall.readManyHome.useQuery({ show: 'open', limit: SHOWN }, { enabled: hasRecalls })
  const missing = standing.isError && !standing.data ? standing : recalls.isError && !recalls.data ? recalls : undefined
  if (missing)
    return (
      <Part>
        <Failed
          query={missing}
          what="The recalls that name your packages could not be loaded."
          meaning="They are on file; this page just cannot reach the server."
        />
      </Part>
    )
  const { data } = recalls
  if (!hasRecalls || !data || data.items.length === 0) return null
  return (
    <Part amount={countOf(data.amount, 'recall')}>
      <ul className="card home-rows">
        {data.items.map((recall) => (
          <Row key={recall.id} {...recall} />
        ))}
      </ul>
    </Part>
  )
}

function Part({ amount, children }: { amount?: string; children: ReactNode }) {
  return (
    <section className="work" aria-labelledby="home-recalls">
      <div className="work-head">
        <h2 id="home-recalls">Recalls</h2>
        {amount && <span className="n">{amount}</span>}
        <Link href="/recalls">Recalls</Link>
      </div>
      {children}
    </section>
  )
}

type Recall = Outputs['recall']['readManyHome']['items'][number]

function Row({ id, title, manufacturer, classification, affectedMedCount, possibleMedCount }: Recall) {
  const meaning = meaningOf(classification)
  return (
    <li>
      <Link href={`/recalls/detail/${id}`}>{title}</Link>
      <span className={css.maker}>{manufacturer}</span>
      <span className={css.amount}>
        {affectedMedCount > 0 ? countOf(affectedMedCount, 'package') : `${countOf(possibleMedCount, 'package')} possible`}
      </span>
      <Badge {...(meaning ? { meaning } : {})}>{classification ?? 'Not classified yet'}</Badge>
    </li>
  )
}
