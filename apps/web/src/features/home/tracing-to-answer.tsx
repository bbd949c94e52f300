import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { ClockChip } from '../../ui/feedback/clock-chip.tsx'
import { Block, FailedBlock } from './block.tsx'
import { MutedText, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 3
const ALL = { href: '/tracing', words: 'Tracing Requests' }

/** Tracing requests that wait for an answer, the most pressing first. Renders nothing if there are none. */
export function TracingToAnswer() {
  const mayRead = mayUse('tracing:read', useSession())
  const open = trpc.tracing.readMany.useQuery({ view: 'open' }, { enabled: mayRead })
  if (open.isError && !open.data)
    return (
      <FailedBlock
        id="home-tracing"
        title="Tracing requests"
        all={ALL}
        query={open}
        subject="The tracing requests"
        safe="They are on file"
      />
    )
  const rows = (open.data?.items ?? []).filter(({ direction }) => direction === 'in')
  if (rows.length === 0) return null
  return (
    <Block id="home-tracing" title="Tracing requests" amount={`${rows.length} to answer`} all={ALL}>
      <Rows>
        {rows.slice(0, SHOWN).map(({ id, organization, about, targetAt, isDrill }) => (
          <Row key={id}>
            <Link href={`/tracing/${id}`}>{organization}</Link>
            <RowWords>{about}</RowWords>
            {isDrill && <MutedText>Drill</MutedText>}
            {targetAt && <ClockChip due={targetAt} />}
          </Row>
        ))}
      </Rows>
    </Block>
  )
}
