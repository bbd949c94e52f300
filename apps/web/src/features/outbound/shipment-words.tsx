import { SHIPMENT_STATES, type ShipmentSummary } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'

export const shipmentName = ({ id }: Pick<ShipmentSummary, 'id'>): string => `Shipment ${id}`

const LOOKS = {
  draft: { meaning: 'attention', icon: IconCircleDashed },
  sent: { meaning: 'done', icon: IconCircleCheck },
  voided: { meaning: undefined, icon: IconCircleX },
  discarded: { meaning: undefined, icon: IconCircleX },
} as const

/** The state of a shipment, or what is wrong with it. */
export function StateBadge({ of: { state, isUndelivered } }: { of: Pick<ShipmentSummary, 'state' | 'isUndelivered'> }) {
  if (isUndelivered && state === 'sent')
    return (
      <Badge meaning="stop" icon={IconAlertTriangle}>
        Email did not arrive
      </Badge>
    )
  const { meaning, icon } = LOOKS[state]
  return (
    <Badge meaning={meaning} icon={icon}>
      {SHIPMENT_STATES[state]}
    </Badge>
  )
}
