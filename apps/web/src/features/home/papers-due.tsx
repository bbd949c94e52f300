import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatAmount, formatDate } from '../../ui/text/format.ts'
import { checkWords } from '../trading-partner/partner-words.ts'
import { Block, FailedBlock } from './block.tsx'
import { MutedText, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 5
const ALL = { href: '/tradingpartner', words: 'Trading Partners' }

/** Partner licenses that expired, licenses and agreements that expire soon, and licenses due for a check. Renders nothing if there are none. */
export function PapersDue() {
  const due = trpc.tradingPartner.readManyDue.useQuery()
  const { data = [] } = due
  if (due.isError && !due.data)
    return (
      <FailedBlock
        id="home-papers"
        title="Partner licenses and agreements"
        all={ALL}
        query={due}
        subject="The licenses and agreements that are due"
        safe="They are on file"
      />
    )
  if (data.length === 0) return null
  return (
    <Block id="home-papers" title="Partner licenses and agreements" amount={`${data.length} due`} all={ALL}>
      <Rows>
        {data.slice(0, SHOWN).map(({ what, id, partnerId, partnerName, words, on, daysLeft }) => (
          <Row key={`${what} ${id}`}>
            <Link href={`/tradingpartner/${partnerId}`}>{partnerName}</Link>
            <RowWords>{words}</RowWords>
            <MutedText>{formatDate(on)}</MutedText>
            <Badge meaning={daysLeft <= 7 && what !== 'check' ? 'stop' : 'attention'}>{WORDS[what](daysLeft)}</Badge>
          </Row>
        ))}
      </Rows>
    </Block>
  )
}

type What = Outputs['tradingPartner']['readManyDue'][number]['what']

function endWords(daysLeft: number): string {
  if (daysLeft < 0) return 'Expired'
  return daysLeft === 0 ? 'Ends today' : `Ends in ${formatAmount(daysLeft, 'day')}`
}

const WORDS: Record<What, (daysLeft: number) => string> = {
  license: endWords,
  agreement: endWords,
  check: checkWords,
}
