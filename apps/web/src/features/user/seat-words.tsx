import type { Outputs } from '../../api/trpc.ts'
import { countOf, formatCount } from '../../ui/format.ts'

/** The total users and the available invites (USER-003). */
export function SeatWords({ seats: { allowed, active, invited, left } }: { seats: Outputs['user']['readSeats'] }) {
  const people = invited ? `${countOf(active, 'user')}, ${formatCount(invited)} of them invited.` : `${countOf(active, 'user')}.`
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
