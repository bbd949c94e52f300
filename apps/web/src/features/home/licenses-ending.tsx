import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatDate } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'

const SHOWN = 5

/** Partner licenses ending soon: whose renewal to ask for. Nothing to say, nothing shown. */
export function LicensesEnding() {
  const ending = trpc.tradingPartner.readManyEnding.useQuery()
  const { data = [] } = ending
  if (ending.isError && !ending.data)
    return (
      <section className="work" aria-labelledby="home-licenses">
        <div className="work-head">
          <h2 id="home-licenses">Partner licenses</h2>
          <Link href="/tradingpartner">Trading Partners</Link>
        </div>
        <Failed
          query={ending}
          what="The licenses that end soon could not be loaded."
          meaning="They are on file; this page just cannot reach the server."
        />
      </section>
    )
  if (data.length === 0) return null
  return (
    <section className="work" aria-labelledby="home-licenses">
      <div className="work-head">
        <h2 id="home-licenses">Partner licenses ending soon</h2>
        <span className="n">{countOf(data.length, 'license')}</span>
        <Link href="/tradingpartner">Trading Partners</Link>
      </div>
      <ul className="card home-rows">
        {data.slice(0, SHOWN).map(({ id, partnerId, partnerName, number, stateName, validTo, daysLeft }) => (
          <li key={id}>
            <Link className="link" href={`/tradingpartner/${partnerId}`}>
              {partnerName}
            </Link>
            <span className="words">{[stateName ?? 'Federal', number].join(', ')}</span>
            <span className="muted">{formatDate(validTo)}</span>
            <Badge meaning={daysLeft <= 7 ? 'stop' : 'attention'}>
              {daysLeft === 0 ? 'Ends today' : `Ends in ${countOf(daysLeft, 'day')}`}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
