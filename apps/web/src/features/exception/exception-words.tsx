import { Box } from '@mantine/core'
import { EXCEPTION_CATEGORIES, EXCEPTION_STATUSES, writeFullName } from '@seriatim/schema'
import { IconAlertOctagon, IconAlertTriangle, IconCircleDashed, IconCircleX, IconClock } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Avatar } from '../../ui/text/avatar.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import type { ExceptionRow } from './use-exceptions.ts'

export function TicketStatusBadge({ status }: { status: ExceptionRow['currentErrorStatus'] }) {
  const words = EXCEPTION_STATUSES[status]
  if (status === 'OPEN') return <Badge meaning="attention">{words}</Badge>
  if (status === 'RESOLVED') return <Badge meaning="done">{words}</Badge>
  return <Badge icon={IconCircleX}>{words}</Badge>
}

/** Due date: amber on the day itself, red once the ticket is overdue. */
export function TicketDue({ row, long = false }: { row: Pick<ExceptionRow, 'dueOn' | 'daysLeft'>; long?: boolean }) {
  const { dueOn, daysLeft } = row
  if (dueOn === null || daysLeft === null) return '-'
  if (daysLeft < 0) return <Badge meaning="stop" icon={IconClock}>{`Overdue ${-daysLeft === 1 ? '1 day' : `${-daysLeft} days`}`}</Badge>
  if (daysLeft === 0)
    return (
      <Badge meaning="attention" icon={IconClock}>
        Due today
      </Badge>
    )
  if (long) return <Badge icon={IconClock}>{`Due in ${daysLeft === 1 ? '1 business day' : `${daysLeft} business days`}`}</Badge>
  return formatDate(dueOn)
}

export function Owner({ owner }: { owner: ExceptionRow['owner'] }) {
  if (!owner)
    return (
      <Box component="span" c="var(--ink-3)">
        <Glyph of={IconCircleDashed} />
        <VisuallyHidden>Nobody</VisuallyHidden>
      </Box>
    )
  return (
    <span title={writeFullName(owner)}>
      <Avatar {...owner} />
      <VisuallyHidden>
        {owner.firstName} {owner.lastName}
      </VisuallyHidden>
    </span>
  )
}

/** Icon for the severity of a finding. */
export function SeverityMark({ of, size = 20 }: { of: 'reject' | 'warn'; size?: 16 | 20 }) {
  return of === 'reject' ? (
    <Box component="span" c="var(--stop-text)">
      <Glyph of={IconAlertOctagon} size={size} label="Must be fixed" />
    </Box>
  ) : (
    <Box component="span" c="var(--attention-text)">
      <Glyph of={IconAlertTriangle} size={size} label="To look at" />
    </Box>
  )
}

export const kindWords = ({ category }: Pick<ExceptionRow, 'category'>) => EXCEPTION_CATEGORIES[category]

/** A ticket's error type and the number of its further types: "EventMedsError, +3". */
export const typeWords = ({ currentErrorType, otherTypes }: Pick<ExceptionRow, 'currentErrorType' | 'otherTypes'>) =>
  otherTypes > 0 ? `${currentErrorType}, +${otherTypes}` : currentErrorType

export const orDash = (text: string | null | undefined) => text || '-'
