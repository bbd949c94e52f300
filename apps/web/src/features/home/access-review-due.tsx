import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { formatDate } from '../../ui/text/format.ts'
import { Sub } from '../../ui/text/text.tsx'
import { Block, FailedBlock } from './block.tsx'
import { Row, Rows, RowWords } from './rows.tsx'

const ALL = { href: '/users/review', words: 'Access review' }

/** Once a year the customer admin checks who may do what. Nothing to say, nothing shown. */
export function AccessReviewDue() {
  const due = trpc.user.readReviewDue.useQuery(undefined, { enabled: isCustomerAdmin(useSession()) })
  if (due.isError && !due.data)
    return (
      <FailedBlock
        id="home-review"
        title="Yearly access review"
        all={ALL}
        query={due}
        subject="The access review"
        sentence="We could not check whether the access review is due."
        safe="Nothing was lost"
      />
    )
  if (!due.data?.isDue) return null
  const last = due.data.lastFinishedAt
  return (
    <Block id="home-review" title="Your yearly access review is due" all={ALL}>
      <Rows>
        <Row>
          <RowWords>Check that each person still needs the access they have.</RowWords>
          <Sub>{last ? `Last finished ${formatDate(last)}` : 'Never done yet'}</Sub>
        </Row>
      </Rows>
    </Block>
  )
}
