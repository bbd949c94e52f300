import { DAY_MS } from '@seriatim/schema'
import { IconMail, IconMailOff, IconUserOff } from '@tabler/icons-react'
import type { Outputs } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatAmount } from '../../ui/text/format.ts'

export type User = Outputs['user']['readAllByCustomerid'][number]

export const fullName = ({ firstName, middleName, lastName }: { firstName: string; middleName?: string | null; lastName: string }) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

export const pickEmail = ({ userContacts }: Pick<User, 'userContacts'>) => userContacts[0]?.contactInfo

/** A user's state. Active users need no attention, so they get no badge unless `always` is set. */
export function UserStatusBadge({
  user,
  always,
  now = Date.now(),
}: {
  user: Pick<User, 'status' | 'invitationEndsAt'>
  always?: boolean
  now?: number
}) {
  const { status, invitationEndsAt } = user
  if (status === 'deactivated') return <Badge icon={IconUserOff}>Deactivated</Badge>
  if (status === 'expired')
    return (
      <Badge meaning="attention" icon={IconMailOff}>
        Invitation expired
      </Badge>
    )
  if (status === 'invited') {
    const days = Math.ceil((Date.parse(invitationEndsAt ?? '') - now) / DAY_MS)
    return (
      <Badge meaning="info" icon={IconMail}>
        {`Invited, ${formatAmount(Math.max(1, days), 'day')} left`}
      </Badge>
    )
  }
  return always ? <Badge meaning="done">Active</Badge> : null
}

/** "412 Park Avenue (admin), 88 Lexington Avenue" */
export function writeLocations({ id, customer, userCustomerLocations }: User): string {
  if (id === customer.adminId) return 'All locations'
  const names = userCustomerLocations.map(({ customerLocation, isAdmin }) =>
    isAdmin ? `${customerLocation.name} (admin)` : customerLocation.name,
  )
  return names.join(', ')
}
