import { Badge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/format.ts'

/** The mark of quarantine, the same wherever product shows; `meds` where only a part of what is named may be held. Nothing held, no mark. */
export function HeldBadge({ meds, of }: { meds?: number; of?: number }) {
  if (meds === 0) return null
  if (meds === undefined) return <Badge meaning="stop">On hold</Badge>
  return <Badge meaning="stop">{meds === of ? `All ${formatCount(meds)} on hold` : `${formatCount(meds)} on hold`}</Badge>
}
