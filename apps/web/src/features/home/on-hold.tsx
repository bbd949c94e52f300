import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatWhen } from '../../ui/format.ts'

const SHOWN = 5

function hrefOf({ medId, documentId }: Outputs['med']['readManyHolds'][number]): string {
  if (medId !== null) return `/meddetail/${medId}`
  return documentId === null ? '/searchmeds' : `/orders/receive/${documentId}`
}

/** What is in quarantine: nobody forgets a held package. */
export function OnHold() {
  const holds = trpc.med.readManyHolds.useQuery({}, { meta: { quiet: true } })
  if (!holds.data?.length) return null
  return (
    <section className="work" aria-labelledby="home-holds">
      <div className="work-head">
        <h2 id="home-holds">On hold</h2>
        <span className="n">{countOf(holds.data.length, 'hold')}</span>
      </div>
      <ul className="card home-rows">
        {holds.data.slice(0, SHOWN).map((hold) => (
          <li key={hold.id}>
            <Link className="link" href={hrefOf(hold)}>
              {hold.productName ?? hold.label}
            </Link>
            <span className="words">{hold.reason}</span>
            <span className="muted">{formatWhen(hold.placedAt)}</span>
            <Badge meaning="stop">On hold</Badge>
          </li>
        ))}
      </ul>
      {holds.data.length > SHOWN && <p className="muted">{countOf(holds.data.length - SHOWN, 'more hold')}</p>}
    </section>
  )
}
