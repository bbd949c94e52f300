import { Badge } from '../../../ui/feedback/badge.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import type { StateAuthorization } from '../partner-words.ts'

/** Whether we may buy from the partner. In a list of partners, shows the worst result among the US states of the user's locations. */
export function AuthorizationBadge({ answer }: { answer: StateAuthorization }) {
  const { status, state, daysLeft } = answer
  if (status === 'unknown') return <Badge>No license on file</Badge>
  if (status === 'deactivated') return <Badge>Deactivated</Badge>
  const place = state ? ` in ${state.code}` : ''
  if (status === 'notAuthorized') return <Badge meaning="stop">{`Not authorized${place}`}</Badge>
  if (status === 'expiring')
    return (
      <Badge meaning="attention">
        {daysLeft === 0 ? `Expires today${place}` : `Expires in ${formatAmount(daysLeft ?? 0, 'day')}${place}`}
      </Badge>
    )
  return <Badge meaning="done">Authorized</Badge>
}
