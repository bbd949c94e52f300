import { IconHourglass } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatCount } from '../../ui/text/format.ts'

interface HeldBadgeProps {
  /** Where only a part of what is named may be held: how many, also those that wait for data. */
  meds?: number
  of?: number
  /** Of these, meds that only wait for the data of a ticket. */
  pending?: number
  /** The one thing that is named only waits for data. */
  isPending?: boolean
}

/** The mark of what is on hold, the same wherever product shows: quarantine is a stop, data pending has its own word, sign and color. Nothing held, no mark. */
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

/** The paper is wrong, not the product: told from quarantine wherever it shows. */
export function PendingBadge({ words = 'Data pending' }: { words?: string }) {
  return (
    <Badge meaning="info" icon={IconHourglass}>
      {words}
    </Badge>
  )
}
