import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf } from '../../ui/format.ts'

const SHOWN = 5
const MEANING = { 'Class I': 'stop', 'Class II': 'attention' } as const
const meaningOf = (classification: string | null) =>
  classification === 'Class I' || classification === 'Class II' ? MEANING[classification] : undefined

/** Recalls that name packages which came in here, until somebody has dealt with them. Without the subscription nothing. */
export function RecallsToHandle() {
  const standing = trpc.recall.readStanding.useQuery(undefined, { staleTime: 300_000 })
  const hasRecalls = standing.data?.hasRecalls === true
  const { data } = trpc.recall.readManyHome.useQuery({ show: 'open', limit: SHOWN }, { enabled: hasRecalls })
  if (!hasRecalls || !data || data.items.length === 0) return null
  return (
    <section className="work" aria-labelledby="home-recalls">
      <div className="work-head">
        <h2 id="home-recalls">Recalls</h2>
        <span className="n">{countOf(data.amount, 'recall')}</span>
        <Link href="/recalls">Recalls</Link>
      </div>
      <ul className="card home-rows">
        {data.items.map(({ id, title, manufacturer, classification, affectedMedCount, possibleMedCount }) => {
          const meaning = meaningOf(classification)
          return (
            <li key={id}>
              <Link className="link" href={`/recalls/detail/${id}`}>
                {title}
              </Link>
              <span className="words">{manufacturer}</span>
              <span className="muted">
                {affectedMedCount > 0 ? countOf(affectedMedCount, 'package') : `${countOf(possibleMedCount, 'package')} possible`}
              </span>
              <Badge {...(meaning ? { meaning } : {})}>{classification ?? 'Not classified yet'}</Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
