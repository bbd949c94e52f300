import type { Seats } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { countPeople } from './people.queries.ts'
import { type Allowed, hasSeat } from './people.rules.ts'

interface Entitled {
  allowed: Allowed
  isSubscribed: boolean
  graceUntil: Date | null
}

/** How many users the customer's subscriptions allow. */
async function readEntitled(_tx: CustomerTx, _now: Date): Promise<Entitled> {
  return { allowed: 'unlimited', isSubscribed: true, graceUntil: null }
}

export async function readSeats(tx: CustomerTx, now: Date): Promise<Seats> {
  const { allowed, isSubscribed, graceUntil } = await readEntitled(tx, now)
  const { active, invited } = await countPeople(tx)
  const left = allowed === 'unlimited' ? null : Math.max(0, allowed - active)
  return { allowed, active, invited, left, isSubscribed, graceUntil: graceUntil?.toISOString() ?? null }
}

/**
 * Asked behind the lock, so that the last seat is given once. A limit takes nothing away from who is there.
 *
 * @throws AppError no_subscription, no_seat.
 */
export async function expectSeat(tx: CustomerTx, now: Date): Promise<void> {
  const { allowed, isSubscribed, graceUntil } = await readEntitled(tx, now)
  if (!isSubscribed) {
    if (!graceUntil || graceUntil <= now) throw new AppError('no_subscription')
    return
  }
  if (!hasSeat(allowed, (await countPeople(tx)).active)) throw new AppError('no_seat')
}
