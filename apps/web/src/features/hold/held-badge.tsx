import { IconHourglass } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'

interface HeldBadgeProps {
  /** Number of meds on hold, for a subject that can be held in part. Includes the meds that are on hold only because a ticket's data is missing. */
  meds?: number
  of?: number
  /** How many of the `meds` are on hold only because a ticket's data is missing. */
  pending?: number
  /** Whether the subject itself is on hold only because a ticket's data is missing. */
  isPending?: boolean
}

/**
 * Badge for product on hold, the same everywhere: quarantine is red, "data pending" has its own word, icon and color. Renders nothing if nothing is
 * held.
 */
export function HeldBadge({ meds, of, pending = 0, isPending }: HeldBadgeProps) {
  if (meds === undefined) return isPending ? <PendingBadge /> : <Badge meaning="stop">On hold</Badge>
  const stopped = meds - pending
  return (
    <>
      {stopped > 0 && (
        <Badge meaning="stop">{stopped === of ? `All ${formatCount(stopped)} on hold` : `${formatCount(stopped)} on hold`}</Badge>
      )}
      {stopped > 0 && pending > 0 && ' '}
      {pending > 0 && (
        <PendingBadge words={pending === of ? `All ${formatCount(pending)}: data pending` : `${formatCount(pending)} data pending`} />
      )}
    </>
  )
}

/**
 * Marks product on hold because its data is missing or wrong. Nothing is known to be wrong with the product itself, so the badge looks different from
 * the one for quarantine.
 */
export function PendingBadge({ words = 'Data pending' }: { words?: string }) {
  return (
    <Badge meaning="info" icon={IconHourglass}>
      {words}
    </Badge>
  )
}
