import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, formatDate } from '../../ui/format.ts'
import { Block, FailedBlock } from './block.tsx'
import { Quiet, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 5
const ALL = { href: '/tradingpartner', words: 'Trading Partners' }

/** Partner licenses ending soon: whose renewal to ask for. Nothing to say, nothing shown. */
export function LicensesEnding() {
  const ending = trpc.tradingPartner.readManyEnding.useQuery()
  const { data = [] } = ending
  if (ending.isError && !ending.data)
    return (
      <FailedBlock
        id="home-licenses"
        title="Partner licenses"
        all={ALL}
        query={ending}
        what="The licenses that end soon could not be loaded."
        meaning="They are on file; this page just cannot reach the server."
      />
    )
  if (data.length === 0) return null
  return (
    <Block id="home-licenses" title="Partner licenses ending soon" amount={countOf(data.length, 'license')} all={ALL}>
      <Rows>
        {data.slice(0, SHOWN).map(({ id, partnerId, partnerName, number, stateName, validTo, daysLeft }) => (
          <Row key={id}>
            <Link href={`/tradingpartner/${partnerId}`}>{partnerName}</Link>
            <RowWords>{[stateName ?? 'Federal', number].join(', ')}</RowWords>
            <Quiet>{formatDate(validTo)}</Quiet>
            <Badge meaning={daysLeft <= 7 ? 'stop' : 'attention'}>
              {daysLeft === 0 ? 'Ends today' : `Ends in ${countOf(daysLeft, 'day')}`}
            </Badge>
          </Row>
        ))}
      </Rows>
    </Block>
  )
}
