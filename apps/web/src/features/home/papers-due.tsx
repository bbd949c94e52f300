import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatDate } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'

const SHOWN = 5

/** Licenses and agreements of partners that end soon, and licenses to check again. Nothing to say, nothing shown. */
export function PapersDue() {
  const due = trpc.tradingPartner.readManyDue.useQuery()
  const { data = [] } = due
  if (due.isError && !due.data)
    return (
      <section className="work" aria-labelledby="home-papers">
        <div className="work-head">
          <h2 id="home-papers">Partner licenses and agreements</h2>
          <Link href="/tradingpartner">Trading Partners</Link>
        </div>
        <Failed
          query={due}
          what="The licenses and agreements that are due could not be loaded."
          meaning="They are on file; this page just cannot reach the server."
        />
      </section>
    )
  if (data.length === 0) return null
  return (
    <section className="work" aria-labelledby="home-papers">
      <div className="work-head">
        <h2 id="home-papers">Partner licenses and agreements</h2>
        <span className="n">{countOf(data.length, 'is due', 'are due')}</span>
        <Link href="/tradingpartner">Trading Partners</Link>
      </div>
      <ul className="card home-rows">
        {data.slice(0, SHOWN).map(({ what, id, partnerId, partnerName, words, on, daysLeft }) => (
          <li key={`${what} ${id}`}>
            <Link className="link" href={`/tradingpartner/${partnerId}`}>
              {partnerName}
            </Link>
            <span className="words">{words}</span>
            <span className="muted">{formatDate(on)}</span>
            <Badge meaning={daysLeft <= 7 && what !== 'check' ? 'stop' : 'attention'}>{WORDS[what](daysLeft)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

type What = Outputs['tradingPartner']['readManyDue'][number]['what']

const endWords = (daysLeft: number) => (daysLeft === 0 ? 'Ends today' : `Ends in ${countOf(daysLeft, 'day')}`)

const WORDS: Record<What, (daysLeft: number) => string> = {
  license: endWords,
  agreement: endWords,
  check: (daysLeft) => {
    if (daysLeft < 0) return 'Check overdue'
    return daysLeft === 0 ? 'Check due today' : `Check due in ${countOf(daysLeft, 'day')}`
  },
}
