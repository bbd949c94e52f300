import { formatAmount } from '@seriatim/schema'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { Block, FailedBlock } from './block.tsx'
import { MutedText, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 5
const ALL = { href: '/outbound', words: 'Shipments' }
const BLOCK = { id: 'home-shipments', title: 'Shipments', all: ALL }

/** Shipments that wait for approval, then loans that have not come back, by due date. Renders nothing if there are none. */
export function ShipmentsToHandle() {
  const enabled = mayUse('shipment:read', useSession())
  const asked = trpc.shipment.readMany.useQuery({ view: 'approval', limit: SHOWN }, { enabled })
  const loans = trpc.shipment.readMany.useQuery({ view: 'loans', limit: 100 }, { enabled })
  const failed = [asked, loans].find((query) => query.isError && !query.data)
  if (failed) return <FailedBlock {...BLOCK} query={failed} subject="The shipments" safe="They are on file" />
  const open = loans.data?.items ?? []
  const waiting = asked.data?.items ?? []
  if (waiting.length + open.length === 0) return null
  const amounts = [
    ...(waiting.length > 0 ? [`${waiting.length} to approve`] : []),
    ...(open.length > 0 ? [formatAmount(open.length, 'open loan')] : []),
  ]
  return (
    <Block {...BLOCK} amount={amounts.join(', ')}>
      <Rows>
        {waiting.map(({ id, toName, meds }) => (
          <Row key={id}>
            <Link href={`/outbound/${id}`}>Shipment {id}</Link>
            <RowWords>{`${formatAmount(meds, 'package')} to ${toName}`}</RowWords>
            <Badge meaning="attention">Waiting for approval</Badge>
          </Row>
        ))}
        {open.slice(0, SHOWN).map(({ id, toName, meds, back, dueBack, isOverdue }) => (
          <Row key={id}>
            <Link href={`/outbound/${id}`}>{toName}</Link>
            <RowWords>{`Loan, ${back} of ${formatAmount(meds, 'package')} returned`}</RowWords>
            {dueBack && <MutedText>{`Due ${formatDate(dueBack)}`}</MutedText>}
            {isOverdue && <Badge meaning="stop">Overdue</Badge>}
          </Row>
        ))}
      </Rows>
    </Block>
  )
}
