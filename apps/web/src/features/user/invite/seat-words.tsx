import type { Outputs } from '../../../api/trpc.ts'
import { LoadFailedNote } from '../../../ui/page/load-failed-note.tsx'
import type { QueryState } from '../../../ui/page/loaded.tsx'
import { formatAmount, formatCount } from '../../../ui/text/format.ts'
import css from '../users.module.css'

/** Shows the total number of users, with how many of them are invited, and the number of available invites, with how many are left (USER-003). */
export function SeatWords({ seats: { allowed, active, invited, left } }: { seats: Outputs['user']['readSeats'] }) {
  const people = invited ? `${formatAmount(active, 'user')}, ${formatCount(invited)} of them invited.` : `${formatAmount(active, 'user')}.`
  return (
    <>
      {people} <b>{allowed === 'unlimited' ? 'Unlimited' : formatCount(allowed)}</b>{' '}
      {allowed === 1 ? 'available invite' : 'available invites'}
      {left !== null && (
        <>
          , <b>{formatCount(left)}</b> left
        </>
      )}
      .
    </>
  )
}

/**
 * Says that the number of available invites could not be loaded, and that the user can continue: the server refuses any invitation that exceeds the
 * subscription.
 */
export function SeatsUnread({ seats }: { seats: QueryState<Outputs['user']['readSeats']> }) {
  return (
    <LoadFailedNote query={seats} what="The number of users you can still invite could not be loaded." className={css.note}>
      You can continue. Invitations that exceed your subscription’s limit are refused.
    </LoadFailedNote>
  )
}
