import { purposeOf, SHIPMENT_STATES, type ShipmentSummary } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconMailQuestion } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'

export const shipmentName = ({ id }: Pick<ShipmentSummary, 'id'>): string => `Shipment ${id}`

const LOOKS = {
  draft: { meaning: 'attention', icon: IconCircleDashed },
  sent: { meaning: 'done', icon: IconCircleCheck },
  voided: { meaning: undefined, icon: IconCircleX },
  discarded: { meaning: undefined, icon: IconCircleX },
} as const

type Standing = Pick<
  ShipmentSummary,
  'state' | 'isAsked' | 'isUndelivered' | 'isUnopened' | 'isOverdue' | 'purpose' | 'rma' | 'settledAt' | 'back' | 'meds'
>

/**
 * Words for a shipment's state. A draft of a return shows whether its authorization has arrived. A sent loan or return may be settled, and a loan may
 * be back.
 */
function stateWords({ state, purpose, rma, settledAt, back, meds }: Standing): string {
  const { ends, needsRma } = purposeOf(purpose)
  if (state === 'draft' && needsRma) return rma === null ? 'Authorization requested' : 'Authorized'
  if (state === 'sent' && settledAt !== null && ends) return ends.done
  return state === 'sent' && purpose === 'loan' && back >= meds ? 'Back' : SHIPMENT_STATES[state]
}

/**
 * Badge for a shipment. It shows the first that applies: documents not delivered, waiting for approval, loan overdue, link not opened; otherwise the
 * shipment's state.
 */
export function StateBadge({ of }: { of: Standing }) {
  const { state, isUndelivered, isOverdue } = of
  if (isUndelivered && state === 'sent')
    return (
      <Badge meaning="stop" icon={IconAlertTriangle}>
        Documents not delivered
      </Badge>
    )
  if (of.isAsked)
    return (
      <Badge meaning="attention" icon={IconClock}>
        Waiting for approval
      </Badge>
    )
  if (isOverdue)
    return (
      <Badge meaning="stop" icon={IconAlertTriangle}>
        Loan overdue
      </Badge>
    )
  if (of.isUnopened)
    return (
      <Badge meaning="attention" icon={IconMailQuestion}>
        Link not opened
      </Badge>
    )
  const { meaning, icon } = LOOKS[state]
  return (
    <Badge meaning={meaning} icon={icon}>
      {stateWords(of)}
    </Badge>
  )
}
