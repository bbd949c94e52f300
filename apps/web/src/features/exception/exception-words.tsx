import { EXCEPTION_CATEGORIES, EXCEPTION_STATUSES } from '@seriatim/schema'
import { IconCircleX } from '@tabler/icons-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/format.ts'
import { Unseen } from '../../ui/unseen.tsx'
import css from './exception.module.css'
import type { ExceptionRow } from './use-exceptions.ts'

export function StatusBadge({ status }: { status: ExceptionRow['currentErrorStatus'] }) {
  const words = EXCEPTION_STATUSES[status]
  if (status === 'OPEN') return <Badge meaning="attention">{words}</Badge>
  if (status === 'RESOLVED') return <Badge meaning="done">{words}</Badge>
  return <Badge icon={IconCircleX}>{words}</Badge>
}

/** By when it is due; amber on its day, red once it is over. */
export function Due({ row, long = false }: { row: Pick<ExceptionRow, 'dueOn' | 'daysLeft'>; long?: boolean }) {
  const { dueOn, daysLeft } = row
  if (dueOn === null || daysLeft === null) return '-'
  if (daysLeft < 0) return <span className={css.over}>Overdue {-daysLeft === 1 ? '1 day' : `${-daysLeft} days`}</span>
  if (daysLeft === 0) return <span className={css.soon}>Due today</span>
  if (long) return <span className={css.due}>Due in {daysLeft === 1 ? '1 business day' : `${daysLeft} business days`}</span>
  return formatDate(dueOn)
}

export function Owner({ owner }: { owner: ExceptionRow['owner'] }) {
  if (!owner)
    return (
      <span className={css.nobody}>
        <Unseen>Nobody</Unseen>
      </span>
    )
  return (
    <span title={`${owner.firstName} ${owner.lastName}`}>
      <Avatar {...owner} />
      <Unseen>
        {owner.firstName} {owner.lastName}
      </Unseen>
    </span>
  )
}

export const kindWords = ({ category }: Pick<ExceptionRow, 'category'>) => EXCEPTION_CATEGORIES[category]

/** "EventMedsError, +3" */
export const typeWords = ({ currentErrorType, otherTypes }: Pick<ExceptionRow, 'currentErrorType' | 'otherTypes'>) =>
  otherTypes > 0 ? `${currentErrorType}, +${otherTypes}` : currentErrorType

export const orDash = (text: string | null | undefined) => text || '-'
