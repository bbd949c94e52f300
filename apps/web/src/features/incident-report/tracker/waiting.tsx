import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'

/** The place of what is long. */
export const Waiting = () => <Skeleton height={320} />

/** The same where it will be a card. */
export const WaitingCard = () => (
  <Card busy>
    <Waiting />
  </Card>
)
