import { Link } from 'wouter'
import { useSession } from '../../api/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/rights.ts'
import { formatDate } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Sub } from '../../ui/text.tsx'

/** Once a year the customer admin checks who may do what. Nothing to say, nothing shown. */
export function AccessReviewDue() {
  const due = trpc.user.readReviewDue.useQuery(undefined, { enabled: isCustomerAdmin(useSession()) })
  const isFailed = due.isError && !due.data
  if (!isFailed && !due.data?.isDue) return null
  const last = due.data?.lastFinishedAt
  return (
    <section className="work" aria-labelledby="home-review">
      <div className="work-head">
        <h2 id="home-review">{isFailed ? 'Yearly access review' : 'Your yearly access review is due'}</h2>
        <Link href="/users/review">Access review</Link>
      </div>
      {isFailed ? (
        <Failed
          query={due}
          what="We could not check whether the access review is due."
          meaning="Nothing was lost; this page just cannot reach the server."
        />
      ) : (
        <ul className="card home-rows">
          <li>
            <span className="words">Check that each person still needs the access they have.</span>
            <Sub>{last ? `Last finished ${formatDate(last)}` : 'Never done yet'}</Sub>
          </li>
        </ul>
      )}
    </section>
  )
}
