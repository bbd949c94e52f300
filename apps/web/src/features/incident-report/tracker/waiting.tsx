import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'

/** Placeholder for long content while it loads. */
export const Waiting = () => <Skeleton height={320} />

/** Placeholder for long content in a card while it loads. */
export const WaitingCard = () => (
  <Card busy>
    <Waiting />
  </Card>
)
