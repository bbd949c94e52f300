import { resultOf, VERIFICATION_RESULTS, type Verification, type VerificationResult } from '@seriatim/schema'
import { IconClock, IconMessageQuestion } from '@tabler/icons-react'
import { Badge, type Meaning } from '../../ui/feedback/badge.tsx'

/** Green only if the manufacturer confirms without a remark. A missing answer says nothing about the package, so it has no color. */
const MEANINGS: Record<VerificationResult, Meaning | undefined> = {
  verified: 'done',
  remark: 'attention',
  notVerified: 'attention',
  unavailable: undefined,
  waiting: undefined,
}
const ICONS = { unavailable: IconMessageQuestion, waiting: IconClock } as const

export function ResultBadge({ answer, additionalInfo }: Pick<Verification, 'answer' | 'additionalInfo'>) {
  const result = resultOf({ answer, additionalInfo })
  const icon = result === 'unavailable' || result === 'waiting' ? ICONS[result] : undefined
  return (
    <Badge meaning={MEANINGS[result]} icon={icon}>
      {VERIFICATION_RESULTS[result]}
    </Badge>
  )
}
