import { recalledWords } from '@seriatim/schema'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import { Block, FailedBlock } from './block.tsx'
import { MutedText, Row, Rows, RowWords } from './rows.tsx'

const SHOWN = 5
const ALL = { href: '/recalls', words: 'Recalls' }
const MEANING = { 'Class I': 'stop', 'Class II': 'attention' } as const
const explainMeaning = (classification: string | null) =>
  classification === 'Class I' || classification === 'Class II' ? MEANING[classification] : undefined

/** Recalls of packages that arrived here and that nobody has handled yet. Renders nothing if the customer does not subscribe to recalls. */
export function RecallsToHandle() {
  const standing = trpc.recall.readStanding.useQuery(undefined, { staleTime: 300_000 })
  const hasRecalls = standing.data?.hasRecalls === true
  const recalls = trpc.recall.readManyHome.useQuery({ show: 'open', limit: SHOWN }, { enabled: hasRecalls })
  const missing = standing.isError && !standing.data ? standing : recalls.isError && !recalls.data ? recalls : undefined
  if (missing)
    return (
      <FailedBlock
        id="home-recalls"
        title="Recalls"
        all={ALL}
        query={missing}
        subject="The recalls that name your packages"
        safe="They are on file"
      />
    )
  const { data } = recalls
  if (!hasRecalls || !data || data.items.length === 0) return null
  return (
    <Block id="home-recalls" title="Recalls" amount={formatAmount(data.amount, 'recall')} all={ALL}>
      <Rows>
        {data.items.map((recall) => (
          <RecallRow key={recall.id} {...recall} />
        ))}
      </Rows>
    </Block>
  )
}

type Recall = Outputs['recall']['readManyHome']['items'][number]

function RecallRow({ id, title, manufacturer, classification, affectedMedCount, receivedMedCount, possibleMedCount }: Recall) {
  const meaning = explainMeaning(classification)
  return (
    <Row>
      <Link href={`/recalls/detail/${id}`}>{title}</Link>
      <RowWords>{manufacturer}</RowWords>
      <MutedText>
        {affectedMedCount > 0
          ? recalledWords({ received: receivedMedCount, expected: affectedMedCount - receivedMedCount })
          : `${formatAmount(possibleMedCount, 'package')} possibly affected`}
      </MutedText>
      <Badge meaning={meaning}>{classification ?? 'Not classified yet'}</Badge>
    </Row>
  )
}
